import * as z from "zod";
import type { Page } from "../data/lists/pages.js";

/** The query parameters of a list; spread them into the query schema of the route. */
export const listQuery = {
  limit: z.coerce.number().int().min(1).max(500).default(100).describe("How many items at most."),
  cursor: z
    .string()
    .max(2000)
    .default("")
    .describe("`next_cursor` of the page before; leave it out for the first page."),
};

/** The answer of a list. */
export function listReply<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    items: z.array(item),
    count: z.int().min(0).describe("How many items this page has."),
    has_more: z.boolean(),
    next_cursor: z.string().optional().describe("Absent on the last page."),
  });
}

/** A page as the answer of a list. */
export function toRestList<T, Item>({ items, hasMore, nextCursor }: Page<T>, toItem: (row: T) => Item) {
  const next = nextCursor && { next_cursor: nextCursor };
  return { items: items.map(toItem), count: items.length, has_more: hasMore, ...next };
}
