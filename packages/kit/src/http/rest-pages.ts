import { z } from "zod";
import type { Page } from "../data/pages.js";

/** What a back end may say about the page that it wants; spread it into the route's own query. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().default(""),
};

/** A page as REST answers it. */
export function toRestList<T, Item>({ items, hasMore, nextCursor }: Page<T>, toItem: (row: T) => Item) {
  const next = nextCursor && { next_cursor: nextCursor };
  return { items: items.map(toItem), count: items.length, has_more: hasMore, ...next };
}
