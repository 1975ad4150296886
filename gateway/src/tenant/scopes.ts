import { type Access, wildcardScope } from "@tenant-ops/kit/call";

// The rule is in the kit, because the services use it too.
export { type Access, hasScope, requireScope, wildcardScope } from "@tenant-ops/kit/call";

const accesses: readonly Access[] = ["read", "write"];

/** All scopes of these areas, such as `supply:read`. */
export function listScopes(areas: readonly string[]): string[] {
  return areas.flatMap((area) => accesses.map((access) => `${area}:${access}`));
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
