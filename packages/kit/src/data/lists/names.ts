import type { Document, Filter, IndexDescription } from "mongodb";
import type { RawPage } from "../../serialization/raw-rows.js";
import { findPageOfAny, findRawPage, newestFirst, type Page, type PageRequest, type SortOrder } from "./pages.js";
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

/** Where a search may look for records; see `SearchedList`. */
interface SearchedIndexes {
  equal?: Document;
  narrow?: Document;
  order?: SortOrder;
}

/** The condition of a search. Of several words, the index finds the one that the fewest records have. */
export async function toWordFilter(
  scope: Scope,
  collection: string,
  search: WordSearch,
  { equal = {}, narrow = {}, order = newestFirst }: SearchedIndexes = {},
): Promise<WordFilter> {
  if (!search) return { filter: {} };
  if (search.length > 0 && (await haveFew(scope, collection, { ...equal, ...narrow }, narrow)))
    return { filter: hasWords(search) };
  const hint = { businessId: 1, ...toWordKey(Object.keys(equal), order) };
  const rarest = await findRarest(scope, collection, search, equal);
  const others = search.filter((word) => word !== rarest);
  return { filter: { words: { $in: rarest === undefined ? [] : [rarest] }, ...hasWords(others) }, hint };
}

/** As an expression, because the planner would choose any of several words for the index. */
const hasWords = (words: readonly string[]): Document =>
  words.length > 0 ? { $expr: { $setIsSubset: [{ $literal: words }, "$words"] } } : {};

async function haveFew(scope: Scope, collection: string, filter: Document, narrow: Document): Promise<boolean> {
  return Object.keys(narrow).length > 0 && (await scope.collection(collection).count(filter, countedMax)) < countedMax;
}

/** A list of records that can be searched. */
export interface SearchedList<T> {
  search: WordSearch;
  /** Filters that have a `wordIndex` of their own. Fields that are undefined do not filter. */
  equal?: Filter<T>;
  /**
   * Filters with an index of their own. When fewer than 500 records pass them, the words are compared with each of these: of many records with a word,
   * very few may pass. Fields that are undefined do not filter.
   */
  narrow?: Filter<T>;
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
  searched: SearchedList<T>,
  page: PageRequest,
): Promise<Page<T>> {
  const { filter, hint, order, ...options } = await planSearchedPage(scope, collection, searched);
  return findPageOfAny<T>(scope, collection, [{ filter, ...(hint && { hint }) }], page, order, options);
}

/** The same page, its rows as BSON; see `findRawPage`. @throws Refusal invalid_cursor */
export async function findRawPageByWords<T extends Searchable>(
  scope: Scope,
  collection: string,
  searched: SearchedList<T>,
  page: PageRequest,
): Promise<RawPage> {
  const { filter, order, ...options } = await planSearchedPage(scope, collection, searched);
  return findRawPage<T>(scope, collection, filter, page, order, options);
}

async function planSearchedPage<T extends Searchable>(
  scope: Scope,
  collection: string,
  { search, order = newestFirst, projection = { businessId: 0, words: 0 }, ...given }: SearchedList<T>,
) {
  const [equal, narrow] = [dropUndefined(given.equal), dropUndefined(given.narrow)];
  const filter = { ...equal, ...narrow, ...given.filter };
  const words = await toWordFilter(scope, collection, search, { equal, narrow, order });
  return {
    filter: { ...filter, ...words.filter } as Filter<T>,
    order,
    projection,
    // The cursor belongs to the search: which index is the best can change between two pages.
    list: { ...filter, search } as unknown,
    ...(words.hint && { hint: words.hint }),
  };
}

const dropUndefined = (filter: Document = {}): Document =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

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
