import type { Filter, IndexDescription } from "mongodb";
import { findPage, newestFirst, type Page, type PageOptions, type PageRequest } from "./pages.js";
import type { Scope } from "../tenancy/scope.types.js";
import type { StoredRecord } from "../tenancy/tenant-collection.types.js";

/** Ignores case and accents: "Guantes" and "guantes", "Termo" and "Térmo" are the same name. */
export const nameCollation = { locale: "es", strength: 1 };

/**
 * The index that finds records by a name with `nameCollation`, and lists them by name (`findPageByName`).
 * @param equal fields by which such a list is filtered as well
 */
export function nameIndex(field: string, ...equal: string[]): IndexDescription {
  const filtered = Object.fromEntries(equal.map((name) => [name, 1 as const]));
  const name = [...equal, field, "ignoringCase"].join("_");
  return { key: { ...filtered, [field]: 1, _id: 1 }, collation: nameCollation, name };
}

/** How names begin, as a caller has written it; empty means all. */
export interface NameSearch {
  field: string;
  search: string;
}

/**
 * One page of a collection: the newest first or, with a search, the records whose name begins with it, in the order of the names.
 * With a search, texts in `filter` are compared without case and accents too. Every combination needs its `nameIndex`.
 * @throws Refusal invalid_cursor
 */
export function findPageByName<T extends StoredRecord>(
  scope: Scope,
  collection: string,
  { field, search }: NameSearch,
  filter: Filter<T>,
  page: PageRequest,
  options: PageOptions = {},
): Promise<Page<T>> {
  if (!search) return findPage<T>(scope, collection, filter, page, newestFirst, options);
  // In a collation U+FFFF comes after every other character, so this is the range of a prefix.
  const named = { ...filter, [field]: { $gte: search, $lt: `${search}\uFFFF` } } as Filter<T>;
  const byName = [
    [field, 1],
    ["_id", 1],
  ] as const;
  return findPage<T>(scope, collection, named, page, byName, { ...options, collation: nameCollation });
}
