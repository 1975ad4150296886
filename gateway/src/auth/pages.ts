import { createCursorCodec, type Page, type PageRequest } from "@tenant-ops/kit/data";
import type { Collection, Filter } from "mongodb";

/**
 * One page of a collection without a business, in the order of the ids, which is that of the creation.
 * @param filter absent fields do not filter
 * @throws Refusal invalid_cursor for a cursor of another list or filter
 */
export async function findPageById<T extends { _id: string }>(
  collection: Collection<T>,
  filter: Partial<Record<keyof T, string | boolean | undefined>>,
  { limit, cursor }: PageRequest,
  order: "oldest first" | "newest first",
): Promise<Page<T>> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  const cursors = createCursorCodec(() => JSON.stringify([collection.collectionName, given, order]));
  const beyond = order === "oldest first" ? "$gt" : "$lt";
  const where = {
    ...Object.fromEntries(given.map(([name, value]) => [name, { $eq: value }])),
    ...(cursor && { _id: { [beyond]: String(cursors.decode(cursor, 1)[0]) } }),
  } as Filter<T>;
  const sort = { _id: order === "oldest first" ? (1 as const) : (-1 as const) };
  const rows = (await collection.find(where, { sort, limit: limit + 1 }).toArray()) as T[];
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const hasMore = rows.length > limit;
  return { items, hasMore, ...(hasMore && last && { nextCursor: cursors.encode([last._id]) }) };
}
