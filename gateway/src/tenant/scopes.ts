import { wildcardScope } from "@tenant-ops/kit/call";

// The rule is in the kit, because the services use it too.
export { hasScope, requireScopes, wildcardScope } from "@tenant-ops/kit/call";

/** Replaces `*` with all scopes. */
export function expandScopes(scopes: readonly string[], all: readonly string[]): string[] {
  return scopes.includes(wildcardScope) ? [...all] : [...scopes];
}

/** The scopes that are in both lists; `*` contains every other scope. */
export function intersectScopes(held: readonly string[], requested: readonly string[]): string[] {
  if (held.includes(wildcardScope)) return [...requested];
  return requested.includes(wildcardScope) ? [...held] : requested.filter((scope) => held.includes(scope));
}
