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

/** A credential lacks a scope. One that holds `scopes` would do: a host of agents can ask its person for them (RFC 6750, 3.1). */
export class InsufficientScope extends Refusal {
  constructor(
    detail: string,
    readonly scopes: readonly string[],
  ) {
    super("forbidden", detail);
  }
}

/**
 * The gateway checks it before it processes a request, and the service checks it again for each call.
 * @param what the tool, resource or path, under the name that the caller used
 * @throws InsufficientScope that names the first one that is missing
 */
export function requireScopes(caller: Pick<Caller, "scopes">, scopes: readonly string[], what: string): void {
  const missing = scopes.filter((scope) => !hasScope(caller, scope));
  if (missing.length === 0) return;
  const detail = `This credential has no access to ${what}: it needs the scope ${missing[0]}.`;
  throw new InsufficientScope(detail, [...caller.scopes, ...missing]);
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
