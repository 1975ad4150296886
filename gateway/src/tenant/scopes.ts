import { type Access, wildcardScope } from "./tenant.js";

const accesses: readonly Access[] = ["read", "write"];

/** All scopes there are, from the services there are. */
export function listScopes(areas: readonly string[]): string[] {
  return areas.flatMap((area) => accesses.map((access) => `${area}:${access}`));
}

/** What a key holds, word for word: `*` is written out. */
export function expandScopes(scopes: readonly string[], all: readonly string[]): string[] {
  return scopes.includes(wildcardScope) ? [...all] : [...scopes];
}

/** What is in both lists. `*` holds every other scope. */
export function intersectScopes(held: readonly string[], asked: readonly string[]): string[] {
  if (held.includes(wildcardScope)) return [...asked];
  return asked.includes(wildcardScope) ? [...held] : asked.filter((scope) => held.includes(scope));
}
