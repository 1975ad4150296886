import * as z from "zod";
import { createJsonRowsWriter, type JsonRowField } from "../serialization/json-rows.js";
import type { RawPage } from "../serialization/raw-rows.js";
import type { RowValueKind } from "../serialization/row-reader.js";
import type { Route } from "./route.js";

/** The answer of a route that is written already. The type says of which one. */
export class WrittenReply<R extends Route> {
  declare readonly route: R;

  constructor(readonly bytes: Buffer) {}
}

const kinds: Readonly<Record<string, { kind: RowValueKind; empty: string }>> = {
  string: { kind: "text", empty: '""' },
  enum: { kind: "text", empty: '""' },
  literal: { kind: "text", empty: '""' },
  number: { kind: "number", empty: "0" },
  boolean: { kind: "boolean", empty: "false" },
};

const names = { items: "items", count: "count", hasMore: "has_more", nextCursor: "next_cursor" };

/**
 * Builds the function that writes the answer of a list from its rows, without an object per row. A required field that a row does not have is written as
 * an empty text, 0 or false.
 * @param route its items have texts, numbers and booleans only, with the names of the database; dates become texts in ISO 8601
 * @throws Error for a route with other items
 */
export function createRestRowsWriter<R extends Route>(route: R): (page: RawPage) => WrittenReply<R> {
  const body = route.replies[200]?.body as z.ZodObject<{ items: z.ZodArray<z.ZodObject> }>;
  const fields = Object.entries(body.shape.items.element.shape).map(([name, field]) => planField(route, name, field));
  return createJsonRowsWriter(fields, names, false, (written) => new WrittenReply<R>(written.toPlain()));
}

function planField(route: Route, name: string, field: z.core.$ZodType): JsonRowField {
  const isOptional = field instanceof z.ZodOptional;
  const type = (isOptional ? field.unwrap() : field)._zod.def.type;
  const planned = kinds[type];
  if (!planned) throw new Error(`${route.id}: rows cannot be written to ${name}, which is ${type}`);
  return { name, stored: name, kind: planned.kind, absent: isOptional ? undefined : planned.empty };
}
