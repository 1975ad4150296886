import type { Page } from "@tenant-ops/kit";
import { z } from "zod";

/** The lists for agents take no limit. One answer holds all that most businesses have; the rest follows by cursor. */
export const pageSize = 500;

/** What a back end may say about the page that it wants. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().default(""),
};

/** A page as REST answers it. */
export function toRestList<T, Item>({ items, hasMore, nextCursor }: Page<T>, toItem: (row: T) => Item) {
  const next = nextCursor && { next_cursor: nextCursor };
  return { items: items.map(toItem), count: items.length, has_more: hasMore, ...next };
}
