import { type Access, everyScope } from "./tenant.js";

const accesses: readonly Access[] = ["read", "write"];

/** All scopes there are, from the services there are. */
export function scopesOf(areas: readonly string[]): string[] {
  return areas.flatMap((area) => accesses.map((access) => `${area}:${access}`));
}

/** What a key holds, word for word: `*` is written out. */
export function spelledOut(scopes: readonly string[], all: readonly string[]): string[] {
  return scopes.includes(everyScope) ? [...all] : [...scopes];
}

/** What is in both lists. `*` holds every other scope. */
export function narrowed(held: readonly string[], asked: readonly string[]): string[] {
  if (held.includes(everyScope)) return [...asked];
  return asked.includes(everyScope) ? [...held] : asked.filter((scope) => held.includes(scope));
}
