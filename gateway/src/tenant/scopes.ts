import type { Caller } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";

export type Access = "read" | "write";

const accesses: readonly Access[] = ["read", "write"];

/** The scope of a key that may do everything, also in verticals that are added later. */
export const wildcardScope = "*";

/** All scopes of these verticals, such as `supply:read`. */
export function listScopes(verticals: readonly string[]): string[] {
  return verticals.flatMap((vertical) => accesses.map((access) => `${vertical}:${access}`));
}

export function hasScope(caller: Pick<Caller, "scopes">, vertical: string, access: Access): boolean {
  return caller.scopes.includes(wildcardScope) || caller.scopes.includes(`${vertical}:${access}`);
}

/**
 * @param what the tool, resource or path, under the name that the caller used
 * @throws Refusal forbidden
 */
export function requireScope(caller: Pick<Caller, "scopes">, vertical: string, access: Access, what: string): void {
  if (hasScope(caller, vertical, access)) return;
  throw new Refusal("forbidden", `This credential has no access to ${what}: it needs the scope ${vertical}:${access}.`);
}

/** Replaces `*` with all scopes. */
export function expandScopes(scopes: readonly string[], all: readonly string[]): string[] {
  return scopes.includes(wildcardScope) ? [...all] : [...scopes];
}

/** The scopes that are in both lists; `*` contains every other scope. */
export function intersectScopes(held: readonly string[], requested: readonly string[]): string[] {
  if (held.includes(wildcardScope)) return [...requested];
  return requested.includes(wildcardScope) ? [...held] : requested.filter((scope) => held.includes(scope));
}
