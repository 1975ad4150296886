import { Refusal } from "../errors/refusal.js";
import type { Caller } from "./call.js";

export type Access = "read" | "write";

/** The scope of a key that may do everything, also in verticals that are added later. */
export const wildcardScope = "*";

export function hasScope(caller: Pick<Caller, "scopes">, vertical: string, access: Access): boolean {
  return caller.scopes.includes(wildcardScope) || caller.scopes.includes(`${vertical}:${access}`);
}

/** A key that may only write needs the catalogues of the vertical as well. */
export function canReadResources(caller: Pick<Caller, "scopes">, vertical: string): boolean {
  return hasScope(caller, vertical, "read") || hasScope(caller, vertical, "write");
}

/**
 * The gateway checks it before it processes a request, and the service checks it again for each call.
 * @param what the tool, resource or path, under the name that the caller used
 * @throws Refusal forbidden
 */
export function requireScope(caller: Pick<Caller, "scopes">, vertical: string, access: Access, what: string): void {
  if (hasScope(caller, vertical, access)) return;
  throw new Refusal("forbidden", `This credential has no access to ${what}: it needs the scope ${vertical}:${access}.`);
}

/**
 * The same for a person, whose role is a set of scopes.
 * @throws Refusal forbidden
 */
export function requireRoleScope(scopes: readonly string[], scope: string): void {
  if (scopes.includes(scope)) return;
  throw new Refusal("forbidden", `Your role in this business does not allow this: it needs the scope ${scope}.`);
}

/** Which scope a REST request needs. */
export function getHttpAccess(method: string | undefined): Access {
  return method === "GET" || method === "HEAD" ? "read" : "write";
}
