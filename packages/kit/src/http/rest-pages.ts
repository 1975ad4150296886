import { z } from "zod";
import type { Page } from "../data/pages.js";

/** The query parameters of a page; spread them into the query schema of the route. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().default(""),
};

/** A page as the answer of a REST route. */
export function toRestList<T, Item>({ items, hasMore, nextCursor }: Page<T>, toItem: (row: T) => Item) {
  const next = nextCursor && { next_cursor: nextCursor };
  return { items: items.map(toItem), count: items.length, has_more: hasMore, ...next };
}
