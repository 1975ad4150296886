import {
  create,
  type DescField,
  type DescMessage,
  fromBinary,
  type Message,
  ScalarType,
  toBinary,
} from "@bufbuild/protobuf";
import { tools } from "@tenant-ops/proto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMessageWriter } from "./message-writer.js";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ maxLength: 300 }),
  fc.constantFrom("", "ñ".repeat(42), "ñ".repeat(43), "汉".repeat(42), "😀".repeat(21), "x".repeat(20_000)),
);
const int32 = fc.oneof(
  fc.integer({ min: -2147483648, max: 2147483647 }),
  fc.constantFrom(0, 127, 128, 16_383, 16_384, -1),
);

/** Messages of this type with any values, some fields absent. */
function arbitraryMessage(schema: DescMessage): fc.Arbitrary<Message> {
  const shape = Object.fromEntries(schema.fields.map((field) => [field.localName, arbitraryField(field)]));
  return fc.record(shape, { requiredKeys: [] }).map((init) => create(schema, init));
}

function arbitraryField(field: DescField): fc.Arbitrary<unknown> {
  switch (field.fieldKind) {
    case "scalar":
      return arbitraryScalar(field.scalar);
    case "message":
      return arbitraryMessage(field.message);
    case "list":
      return fc.array(
        field.listKind === "message"
          ? arbitraryMessage(field.message)
          : arbitraryScalar(field.scalar ?? ScalarType.STRING),
        {
          maxLength: 4,
        },
      );
    default:
      throw new Error(`${field.name}: our contract has no ${field.fieldKind}`);
  }
}

function arbitraryScalar(scalar: ScalarType): fc.Arbitrary<unknown> {
  switch (scalar) {
    case ScalarType.STRING:
      return text;
    case ScalarType.INT32:
      return int32;
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.DOUBLE:
      return fc.double();
    default:
      throw new Error(`our contract has no scalar ${scalar}`);
  }
}

const schemas = new Map(
  tools.flatMap(({ method: { input, output } }) => [input, output]).map((one) => [one.typeName, one]),
);

describe("the message writer writes the same bytes as protobuf-es", () => {
  test.each([...schemas.keys()])("%s", (name) => {
    const schema = schemas.get(name);
    if (!schema) throw new Error(name);
    const write = createMessageWriter(schema);
    fc.assert(
      fc.property(arbitraryMessage(schema), (message) => {
        expect(write(message).equals(toBinary(schema, message))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});

test("a number that is not an int32 is refused and not truncated", () => {
  const { input } = tools.find(({ name }) => name === "supply_list_stocks")?.method ?? {};
  if (!input) throw new Error("no such tool");
  const write = createMessageWriter(input);
  expect(() => write(create(input, { limit: 1.5 }))).toThrow("int32");
  expect(() => write(create(input, { limit: 2 ** 31 }))).toThrow("int32");
});

test("a message contains nothing of the message that was written before", () => {
  const { input } = tools.find(({ name }) => name === "supply_list_stocks")?.method ?? {};
  if (!input) throw new Error("no such tool");
  const write = createMessageWriter(input);
  const first = write(create(input, { limit: 7, cursor: "first" }));
  write(create(input, { limit: 9, cursor: "other" }));
  expect(fromBinary(input, first)).toMatchObject({ limit: 7, cursor: "first" });
});
