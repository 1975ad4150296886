import { create, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { ListStocksResponseSchema } from "@tenant-ops/proto/supply";
import { ListCoursesResponseSchema } from "@tenant-ops/proto/learning";
import fc from "fast-check";
import { BSON } from "mongodb";
import { expect, test } from "vitest";
import { createJsonReader } from "./message-json.js";
import { getMessageWriter } from "../../serialization/message-writer.js";
import { toRawRows } from "../../serialization/raw-rows.testing.js";
import { createRowsWriter } from "./rows-writer.js";
import { propertyRuns } from "../../testing/run-depth.js";

const { Long, Decimal128, ObjectId, Binary, Timestamp } = BSON;
const page = (...rows: object[]) => ({ rows: toRawRows(rows), hasMore: false });

const date = fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true });
const values = new Map<ScalarType, fc.Arbitrary<unknown>>([
  [ScalarType.STRING, fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), date)],
  [ScalarType.INT32, fc.integer({ min: -2147483648, max: 2147483647 })],
  [ScalarType.BOOL, fc.boolean()],
  [ScalarType.DOUBLE, fc.double()],
]);
/** What a row may hold beside the fields of the message. */
const others = fc.record(
  {
    businessId: fc.string(),
    tags: fc.array(fc.string()),
    geo: fc.record({ latitude: fc.double() }),
    file: fc.uint8Array().map((bytes) => new Binary(bytes)),
    owner: fc.constant(new ObjectId()),
    amount: fc.constant(Decimal128.fromString("1.5")),
    nothing: fc.constant(null),
    counted: fc.bigInt({ min: 0n, max: 2n ** 62n }).map((value) => Long.fromBigInt(value)),
    stamp: fc.constant(new Timestamp(5n)),
  },
  { requiredKeys: [] },
);

function findItem(output: DescMessage): DescMessage {
  const field = output.fields.find(({ localName }) => localName === "items");
  if (field?.fieldKind !== "list" || !field.message) throw new Error("no items");
  return field.message;
}

/** Rows with the fields of an item in any order, some missing, and other fields between them. */
function arbitraryRow(item: DescMessage): fc.Arbitrary<Record<string, unknown>> {
  const fields = item.fields.map((field): [string, fc.Arbitrary<unknown>] => {
    const value = field.fieldKind === "scalar" ? values.get(field.scalar) : undefined;
    return [field.localName, value ?? fc.constant(null)];
  });
  return fc
    .tuple(fc.record(Object.fromEntries(fields), { requiredKeys: [] }), others, fc.nat())
    .map(([own, other, seed]) => {
      const entries = Object.entries({ ...own, ...other });
      return Object.fromEntries(
        entries
          .map((entry, index) => [(index * 7 + seed) % 11, entry] as const)
          .toSorted(([a], [b]) => a - b)
          .map(([, entry]) => entry),
      );
    });
}

const toItem = (item: DescMessage, row: Record<string, unknown>) =>
  Object.fromEntries(
    item.fields
      .filter(({ localName }) => row[localName] !== undefined && row[localName] !== null)
      .map(({ localName }) => {
        const value = row[localName];
        return [localName, value instanceof Date ? value.toISOString() : value];
      }),
  );

test.each([ListStocksResponseSchema, ListCoursesResponseSchema])(
  "rows of any content are written like the messages of $typeName, and as JSON like what a client reads from them",
  (output: DescMessage) => {
    const item = findItem(output);
    const [writeRows, writeMessage] = [createRowsWriter(output, {}), getMessageWriter(output)];
    const readJson = createJsonReader(output);
    const pages = fc.record({
      rows: fc.array(arbitraryRow(item), { maxLength: 5 }),
      hasMore: fc.boolean(),
      nextCursor: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(pages, ({ rows, hasMore, nextCursor }) => {
        const more = { hasMore, ...(nextCursor && { nextCursor }) };
        const written = writeRows({ rows: toRawRows(rows), ...more });
        const message = create(output, { items: rows.map((row) => toItem(item, row)), count: rows.length, ...more });
        expect(written.toBytes().equals(writeMessage(message))).toBe(true);
        const [json, read] = [written.toJson(), readJson(written.toBytes())];
        expect(json.plain.toString()).toBe(read.plain.toString());
        expect(json.escaped.equals(read.escaped)).toBe(true);
      }),
      { numRuns: propertyRuns(300) },
    );
  },
);

test("fields have the names of the database", () => {
  const write = createRowsWriter(ListStocksResponseSchema, { id: "_id" });
  const expected = create(ListStocksResponseSchema, {
    items: [{ id: "stk_1", totalStock: 7 }],
    count: 1,
    hasMore: false,
  });
  const { toBytes } = write(page({ _id: "stk_1", totalStock: Long.fromNumber(7) }));
  expect(toBytes().equals(getMessageWriter(ListStocksResponseSchema)(expected))).toBe(true);
});

test.each([
  [{ totalStock: "7" }, "the field totalStock of a row has a value of the BSON type 2"],
  [{ productName: 7 }, "the field productName of a row has a value of the BSON type 16"],
  [{ productName: ["a"] }, "BSON type 4"],
  [{ totalStock: 1.5 }, "not an int32"],
  [{ pattern: /x/ }, "BSON type 11"],
])("a value that the message cannot hold is an error, never a wrong answer: %j", (row, reason) => {
  const written = createRowsWriter(ListStocksResponseSchema, {})(page(row));
  expect(() => written.toBytes()).toThrow(reason);
  expect(() => written.toJson()).toThrow(reason);
});
