import { expect, test } from "vitest";
import * as z from "zod";
import { toRawRows } from "../serialization/raw-rows.testing.js";
import { createRestRowsWriter, type WrittenReply } from "./rest-rows.js";
import { listReply } from "./rest-lists.js";
import { defineRoute, type Route } from "./route.js";

const defineList = (item: z.ZodType) =>
  defineRoute({
    id: "listStocks",
    method: "GET",
    path: "/v1/stocks",
    service: "supply",
    caller: "tenant",
    summary: "List the products",
    replies: { 200: { description: "A page", body: listReply(item) } },
  });

const list = defineList(
  z.strictObject({
    _id: z.string(),
    name: z.string(),
    kind: z.enum(["supply", "prize"]),
    units: z.int(),
    price: z.number(),
    isActive: z.boolean(),
    note: z.string().optional(),
    createdAt: z.iso.datetime(),
  }),
);

const read = ({ bytes }: WrittenReply<Route>) => bytes.toString();

test("items have the fields of the route in its order, dates as text, and nothing else that is stored", () => {
  const at = new Date("2026-03-01T09:08:07.006Z");
  const row = {
    _id: "s1",
    createdAt: at,
    words: ["a"],
    units: 2 ** 40,
    price: 1.5,
    name: 'Gua"ntes é\n',
    isActive: true,
  };
  const rows = toRawRows([{ ...row, kind: "prize", businessId: "b1" }]);
  expect(read(createRestRowsWriter(list)({ rows, hasMore: true, nextCursor: "abc" }))).toBe(
    JSON.stringify({
      items: [
        {
          ...{ _id: "s1", name: row.name, kind: "prize", units: 2 ** 40, price: 1.5, isActive: true },
          createdAt: "2026-03-01T09:08:07.006Z",
        },
      ],
      count: 1,
      has_more: true,
      next_cursor: "abc",
    }),
  );
});

test("a required field that a row lacks is empty, and an optional one is left out", () => {
  const rows = toRawRows([{ _id: "s1" }, { _id: "s2", note: "new", units: null }]);
  const empty = { name: "", kind: "", units: 0, price: 0, isActive: false };
  expect(JSON.parse(read(createRestRowsWriter(list)({ rows, hasMore: false })))).toEqual({
    items: [
      { _id: "s1", ...empty, createdAt: "" },
      { _id: "s2", ...empty, note: "new", createdAt: "" },
    ],
    count: 2,
    has_more: false,
  });
});

test("a route whose items hold more than single values is refused at the start", () => {
  const nested = defineList(z.strictObject({ _id: z.string(), geo: z.strictObject({ latitude: z.number() }) }));
  expect(() => createRestRowsWriter(nested)).toThrow("listStocks: rows cannot be written to geo, which is object");
});

test("a value that its field cannot hold is an error, never a wrong answer", () => {
  const rows = toRawRows([{ _id: "s1", units: "7" }]);
  expect(() => createRestRowsWriter(list)({ rows, hasMore: false })).toThrow(
    "units of a row has a value of the BSON type 2",
  );
});
