import type { Document, Filter, IndexDescription } from "mongodb";
import { findPageOfAny, newestFirst, type Page, type PageOptions, type PageRequest, type SortOrder } from "./pages.js";
import type { Scope } from "../tenancy/scope.types.js";
import type { StoredRecord } from "../tenancy/tenant-collection.types.js";
import type { WordSearch } from "./words.js";

/** Ignores case and accents: "Guantes" and "guantes", "Termo" and "Térmo" are the same name. */
export const nameCollation = { locale: "es", strength: 1 };

/** The index that finds the record with this name, with `nameCollation`. */
export function nameIndex(field: string): IndexDescription {
  return { key: { [field]: 1 }, collation: nameCollation, name: `${field}_ignoringCase` };
}

/** A record that is found by words: `toSearchWords`, `toPersonWords`. */
export interface Searchable extends StoredRecord {
  words: string[];
}

/**
 * The index that finds records by words, in the order of a list (`findPageByWords`).
 * @param equal fields by which such a list is filtered as well
 */
export function wordIndex(equal: readonly string[] = [], order: SortOrder = newestFirst): IndexDescription {
  return { key: toWordKey(equal, order) };
}

/** What a search adds to each filter of a list. */
export interface WordFilter {
  filter: Document;
  hint?: Document;
}

/**
 * The condition of a search. Of several words, the index finds the one that the fewest records have.
 * @param equal fields of the index besides the words, and their values
 */
export async function toWordFilter(
  scope: Scope,
  collection: string,
  search: WordSearch,
  equal: Document = {},
  order: SortOrder = newestFirst,
): Promise<WordFilter> {
  if (!search) return { filter: {} };
  const hint = { businessId: 1, ...toWordKey(Object.keys(equal), order) };
  const rarest = await findRarest(scope, collection, search, equal);
  const others = search.filter((word) => word !== rarest);
  // As an expression, because the planner would choose any of several words for the index.
  const hasOthers = others.length > 0 && { $expr: { $setIsSubset: [{ $literal: others }, "$words"] } };
  return { filter: { words: { $in: rarest === undefined ? [] : [rarest] }, ...hasOthers }, hint };
}

/** A list of records that can be searched. */
export interface SearchedList<T> {
  search: WordSearch;
  /** Filters that have a `wordIndex` of their own. Fields that are undefined do not filter. */
  equal?: Filter<T>;
  /** Filters that are compared with each record that is found. */
  filter?: Filter<T>;
  order?: SortOrder;
  projection?: Document;
}

/**
 * One page of a collection in the order of the list or, with a search, of the records that have a word with each of these beginnings.
 * @throws Refusal invalid_cursor
 */
export async function findPageByWords<T extends Searchable>(
  scope: Scope,
  collection: string,
  { search, equal = {}, filter = {}, order = newestFirst, projection = { businessId: 0, words: 0 } }: SearchedList<T>,
  page: PageRequest,
): Promise<Page<T>> {
  const given = Object.fromEntries(Object.entries(equal).filter(([, value]) => value !== undefined));
  const words = await toWordFilter(scope, collection, search, given, order);
  const whole = { ...given, ...filter, ...words.filter } as Filter<T>;
  // The cursor belongs to the search: which word is the rarest can change between two pages.
  const options: PageOptions & { list: unknown } = { projection, list: { ...given, ...filter, search } };
  return findPageOfAny<T>(
    scope,
    collection,
    [{ filter: whole, ...(words.hint && { hint: words.hint }) }],
    page,
    order,
    options,
  );
}

const toWordKey = (equal: readonly string[], order: SortOrder): Record<string, 1 | -1> => ({
  ...Object.fromEntries(equal.map((field) => [field, 1])),
  words: 1,
  ...Object.fromEntries(order),
});

const wordsCompared = 8;
const countedMax = 500;

async function findRarest(
  scope: Scope,
  collection: string,
  search: readonly string[],
  equal: Document,
): Promise<string | undefined> {
  let [rarest] = search;
  let least = Infinity;
  if (search.length < 2) return rarest;
  for (const word of search.slice(0, wordsCompared)) {
    const count = await scope.collection(collection).count({ ...equal, words: word }, countedMax);
    if (count < least) [rarest, least] = [word, count];
  }
  return rarest;
}
