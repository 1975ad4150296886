import { createHash } from "node:crypto";
import type { Document, Filter } from "mongodb";
import type { StoredRecord } from "./tenant-collection.js";
import { Refusal } from "../errors/refusal.js";
import type { Scope } from "./database.types.js";

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
  /** `nextCursor` of the page before; empty for the first page. */
  cursor: string;
}

/**
 * One page of a collection in a stable order: rows that are added meanwhile neither repeat nor hide others.
 * @throws Refusal invalid_cursor for a cursor of another list, filter or business
 */
export async function findPage<T extends StoredRecord>(
  scope: Scope,
  collection: string,
  filter: Filter<T>,
  page: PageRequest,
  order: SortOrder = newestFirst,
): Promise<Page<T>> {
  const list = fingerprint(scope, collection, filter, order);
  const after = afterCursor(page.cursor, list, order);
  const both = (after ? { $and: [filter, after] } : filter) as Filter<T>;
  const sort = Object.fromEntries(order);
  const rows = await scope.collection<T>(collection).find(both, { sort, limit: page.limit + 1 });
  return toPage(rows, page.limit, list, order);
}

/** The same for rows that a pipeline computes; `stages` must leave the fields of `order` in its rows. */
export async function aggregatePage<T extends StoredRecord>(
  scope: Scope,
  collection: string,
  stages: Document[],
  page: PageRequest,
  order: SortOrder,
): Promise<Page<T>> {
  const list = fingerprint(scope, collection, stages, order);
  const after = afterCursor(page.cursor, list, order);
  const pipeline = [...stages, ...(after ? [{ $match: after }] : [])];
  pipeline.push({ $sort: Object.fromEntries(order) }, { $limit: page.limit + 1 });
  return toPage(await scope.collection(collection).aggregate<T>(pipeline), page.limit, list, order);
}

/** A page as list tools answer it. */
export function toListReply<T, Item>(page: Page<T>, toItem: (row: T) => Item) {
  const { hasMore, nextCursor } = page;
  return { items: page.items.map(toItem), count: page.items.length, hasMore, ...(nextCursor && { nextCursor }) };
}

function toPage<T extends StoredRecord>(rows: T[], limit: number, list: string, order: SortOrder): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit;
  return { items, hasMore, ...(hasMore && last && { nextCursor: encode(last, list, order) }) };
}

/** A cursor names the list it belongs to, so it cannot be carried to another business or filter. */
function fingerprint(scope: Scope, collection: string, filter: unknown, order: SortOrder): string {
  const text = JSON.stringify([scope.businessId, collection, filter, order]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 12);
}

type CursorValue = string | number | boolean | null | { date: number };

function encode(row: object, list: string, order: SortOrder): string {
  const values = order.map(([field]): CursorValue => {
    const value: unknown = (row as Record<string, unknown>)[field];
    if (value instanceof Date) return { date: value.getTime() };
    return (value ?? null) as CursorValue;
  });
  return Buffer.from(JSON.stringify([list, ...values])).toString("base64url");
}

/** Everything that comes after the row the cursor stands on. */
function afterCursor(cursor: string, list: string, order: SortOrder): Document | undefined {
  if (!cursor) return undefined;
  const values = decode(cursor, list, order);
  const alternatives = order.map(([field, direction], position) => {
    const same = order.slice(0, position).map(([name], index) => [name, { $eq: values[index] }]);
    const beyond = [field, { [direction === 1 ? "$gt" : "$lt"]: values[position] }];
    return Object.fromEntries([...same, beyond]) as Document;
  });
  return { $or: alternatives };
}

function decode(cursor: string, list: string, order: SortOrder): unknown[] {
  const [owner, ...values] = parse(cursor);
  if (owner !== list || values.length !== order.length) {
    throw new Refusal("invalid_cursor", "The cursor does not belong to this list. Start again without a cursor.");
  }
  return values.map((value) => (isDate(value) ? new Date(value.date) : isPlain(value) ? value : null));
}

function parse(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

function isDate(value: unknown): value is { date: number } {
  return typeof value === "object" && value !== null && "date" in value && typeof value.date === "number";
}

/** A cursor is written by whoever sends it: only plain values get into a filter, never an operator. */
function isPlain(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
