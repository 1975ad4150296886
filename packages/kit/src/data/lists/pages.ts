import { BSON, type CollationOptions, type Collection, type Document, type Filter } from "mongodb";
import type { StoredRecord } from "../tenancy/tenant-collection.types.js";
import { createCursorCodec, type CursorCodec, invalidCursor } from "./cursor.js";
import { toEqualityFilter } from "./filters.js";
import { type RawPage, sliceRow } from "../../serialization/raw-rows.js";
import type { Scope } from "../tenancy/scope.types.js";

export interface Page<T> {
  items: T[];
  hasMore: boolean;
  /** Absent on the last page. */
  nextCursor?: string;
}

/** Field and direction, the most important first. The last must be unique (`_id`), or rows could be skipped. */
export type SortOrder = ReadonlyArray<readonly [field: string, direction: 1 | -1]>;

export const newestFirst: SortOrder = [
  ["createdAt", -1],
  ["_id", -1],
];

export interface PageRequest {
  limit: number;
  /** `nextCursor` of the previous page; empty for the first page. */
  cursor: string;
}

export interface PageOptions {
  /** The fields to read, or to leave out. Those of `order` must be among those that are read. */
  projection?: Document;
  /** The list that a cursor belongs to, instead of the filter. For a filter that changes from call to call, such as one with the time. */
  list?: unknown;
  /** How texts are compared and sorted, when not by their bytes. */
  collation?: CollationOptions;
}

/**
 * One page of a collection in a stable order: rows that are inserted meanwhile neither repeat nor hide others.
 * @throws Refusal invalid_cursor for a cursor of another list, filter or business
 */
export async function findPage<T extends StoredRecord>(
  scope: Scope,
  collection: string,
  filter: Filter<T>,
  page: PageRequest,
  order: SortOrder = newestFirst,
  options: PageOptions = {},
): Promise<Page<T>> {
  const list = options.list ?? toEqualityFilter(filter);
  return findPageOfAny<T>(scope, collection, [{ filter }], page, order, { ...options, list });
}

/**
 * The same page, its rows as BSON, for answers that are written from them (`createRowsWriter`, `createRestRowsWriter`). Without a projection they have
 * `businessId` too.
 * @throws Refusal invalid_cursor
 */
export async function findRawPage<T extends StoredRecord>(
  scope: Scope,
  collection: string,
  filter: Filter<T>,
  page: PageRequest,
  order: SortOrder = newestFirst,
  { list, ...options }: PageOptions & { hint?: Document } = {},
): Promise<RawPage> {
  const listFilter = toEqualityFilter(filter);
  const cursors = createListCursors(scope, collection, list ?? listFilter, order);
  const after = toFilterAfter(page.cursor, cursors, order);
  const pageFilter = (after ? { $and: [listFilter, after] } : listFilter) as Filter<T>;
  const rows = await scope
    .collection<T>(collection)
    .findRaw(pageFilter, { ...options, sort: Object.fromEntries(order), limit: page.limit + 1 });
  const hasMore = rows.starts.length > page.limit;
  return {
    rows: { ...rows, starts: rows.starts.slice(0, page.limit) },
    hasMore,
    ...(hasMore && {
      nextCursor: cursors.encode(readSortValues(BSON.deserialize(sliceRow(rows, page.limit - 1)), order)),
    }),
  };
}

/** Rows that belong to a list by one of several conditions. */
export interface PageAlternative<T> {
  filter: Filter<T>;
  /** The key of the index to use, with `businessId`. */
  hint?: Document;
}

/**
 * The same for rows that match one filter or another. Each is a query of its own, which its own index answers; one query with `$or`
 * sorts all rows in memory as soon as one alternative has no index in the order of the list.
 * @throws Refusal invalid_cursor
 */
export async function findPageOfAny<T extends StoredRecord>(
  scope: Scope,
  collection: string,
  alternatives: readonly PageAlternative<T>[],
  page: PageRequest,
  order: SortOrder,
  { projection, list, collation }: PageOptions & { list: unknown },
): Promise<Page<T>> {
  const cursors = createListCursors(scope, collection, list, order);
  const after = toFilterAfter(page.cursor, cursors, order);
  const shared = {
    sort: Object.fromEntries(order),
    limit: page.limit + 1,
    ...(projection && { projection }),
    ...(collation && { collation }),
  };
  const found = new Map<string, T>();
  for (const { filter, hint } of alternatives) {
    const given = toEqualityFilter(filter);
    const pageFilter = (after ? { $and: [given, after] } : given) as Filter<T>;
    const options = { ...shared, ...(hint && { hint }) };
    // A row can move from one alternative to another between two queries.
    for (const row of await scope.collection<T>(collection).find(pageFilter, options)) found.set(row._id, row);
  }
  const rows = [...found.values()];
  if (alternatives.length > 1) rows.sort((one, other) => compareRows(one, other, order));
  return toPage(rows, page.limit, cursors, (row) => readSortValues(row, order));
}

/**
 * One page of a collection without a business (`db.shared`), in the order of the ids, which is that of the creation.
 * @param filter fields that are undefined do not filter
 * @param list what a cursor belongs to instead of the filter, for a filter that changes from call to call
 * @throws Refusal invalid_cursor for a cursor of another list or filter
 */
export async function findSharedPage<T extends StoredRecord>(
  collection: Collection<T>,
  filter: Filter<T>,
  page: PageRequest,
  order: "oldest first" | "newest first",
  list?: unknown,
): Promise<Page<T>> {
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as Filter<T>;
  const listFilter = toEqualityFilter(given);
  const byId = [["_id", order === "oldest first" ? 1 : -1]] as const;
  const cursors = createCursorCodec(() => JSON.stringify([collection.collectionName, list ?? listFilter, order]));
  const after = toFilterAfter(page.cursor, cursors, byId);
  const pageFilter = (after ? { $and: [listFilter, after] } : listFilter) as Filter<T>;
  const rows = await collection.find(pageFilter, { sort: Object.fromEntries(byId), limit: page.limit + 1 }).toArray();
  return toPage(rows as T[], page.limit, cursors, (row) => readSortValues(row, byId));
}

/** One page of a list that is in memory, such as a catalogue. @throws Refusal invalid_cursor */
export function sliceToPage<T>(name: string, all: readonly T[], { limit, cursor }: PageRequest): Page<T> {
  const cursors = createCursorCodec(() => JSON.stringify([name]));
  const [start = 0] = cursor ? cursors.decode(cursor, 1) : [];
  if (typeof start !== "number" || !(start >= 0)) throw invalidCursor();
  const end = start + limit;
  const hasMore = end < all.length;
  return { items: all.slice(start, end), hasMore, ...(hasMore && { nextCursor: cursors.encode([end]) }) };
}

/** A page as the answer of a list tool. */
export function toListReply<T, Item>(page: Page<T>, toItem: (row: T) => Item) {
  const { hasMore, nextCursor } = page;
  return { items: page.items.map(toItem), count: page.items.length, hasMore, ...(nextCursor && { nextCursor }) };
}

/** @param rows up to one more than `limit` */
function toPage<Row>(
  rows: Row[],
  limit: number,
  cursors: CursorCodec,
  readPosition: (row: Row) => unknown[],
): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit;
  return { items, hasMore, ...(hasMore && last && { nextCursor: cursors.encode(readPosition(last)) }) };
}

function createListCursors(scope: Scope, collection: string, filter: unknown, order: SortOrder): CursorCodec {
  return createCursorCodec(() => JSON.stringify([scope.businessId, collection, filter, order]));
}

function readSortValues(row: object, order: SortOrder): unknown[] {
  return order.map(([field]) => (row as Record<string, unknown>)[field]);
}

function compareRows(one: object, other: object, order: SortOrder): number {
  const [first, second] = [readSortValues(one, order), readSortValues(other, order)] as [string[], string[]];
  for (const [index, [, direction]] of order.entries()) {
    const [left, right] = [first[index] ?? "", second[index] ?? ""];
    if (left < right) return -direction;
    if (left > right) return direction;
  }
  return 0;
}

/** A filter for all rows that come after the position of the cursor. Undefined without a cursor. */
function toFilterAfter(cursor: string, cursors: CursorCodec, order: SortOrder): Document | undefined {
  if (!cursor) return undefined;
  const values = cursors.decode(cursor, order.length);
  const alternatives = order.map(([field, direction], position) => {
    const same = order.slice(0, position).map(([name], index) => [name, { $eq: values[index] }]);
    const beyond = [field, { [direction === 1 ? "$gt" : "$lt"]: values[position] }];
    return Object.fromEntries([...same, beyond]) as Document;
  });
  // Redundant, but it gives the index scan its start: with the `$or` alone it would read every row of the previous pages.
  const bounds = order.slice(0, 1).map(([field, direction], index) => {
    return [field, { [direction === 1 ? "$gte" : "$lte"]: values[index] }];
  });
  return { ...Object.fromEntries(bounds), $or: alternatives };
}
