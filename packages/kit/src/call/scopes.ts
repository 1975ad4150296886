import { Refusal } from "../errors/refusal.js";
import type { Caller } from "./call.js";

export type Access = "read" | "write";

/** The scope of a key that may do everything, also in areas that are added later. */
export const wildcardScope = "*";

export function hasScope(caller: Pick<Caller, "scopes">, scope: string): boolean {
  return caller.scopes.includes(wildcardScope) || caller.scopes.includes(scope);
}

/** A key that may only write needs the catalogues of the area as well. */
export function canReadResources(caller: Pick<Caller, "scopes">, area: string): boolean {
  return hasScope(caller, `${area}:read`) || hasScope(caller, `${area}:write`);
}

/**
 * The gateway checks it before it processes a request, and the service checks it again for each call.
 * @param what the tool, resource or path, under the name that the caller used
 * @throws Refusal forbidden
 */
export function requireScope(caller: Pick<Caller, "scopes">, scope: string, what: string): void {
  if (hasScope(caller, scope)) return;
  throw new Refusal("forbidden", `This credential has no access to ${what}: it needs the scope ${scope}.`);
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
