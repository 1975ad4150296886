import {
  create,
  type DescField,
  type DescMessage,
  type DescMethod,
  type Message,
  ScalarType,
} from "@bufbuild/protobuf";
import fc from "fast-check";

/** The requests and answers of these rpcs, each once. */
export function listSchemas(
  tools: readonly { method: Pick<DescMethod, "input" | "output"> }[],
): readonly DescMessage[] {
  return [...new Set(tools.flatMap(({ method: { input, output } }) => [input, output]))];
}

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ maxLength: 300 }),
  fc.constantFrom("", "ñ".repeat(42), "ñ".repeat(43), "汉".repeat(42), "😀".repeat(21), "x".repeat(20_000)),
);
const int32 = fc.oneof(
  fc.integer({ min: -2147483648, max: 2147483647 }),
  fc.constantFrom(0, 127, 128, 16_383, 16_384, -1),
);
const uint32 = fc.oneof(fc.integer({ min: 0, max: 4_294_967_295 }), fc.constantFrom(127, 128, 2 ** 31, 2 ** 32 - 1));

/** As metrics and dimensions are called: an object has keys that look like numbers in another order. */
const name = fc.stringMatching(/^[a-z_]{1,8}$/);
/** Free-form data of our answers. */
const numbersByName = fc.dictionary(name, fc.double({ noNaN: true, noDefaultInfinity: true }), { maxKeys: 4 });

/** Messages of this type with any values, some fields absent. */
export function arbitraryMessage(schema: DescMessage): fc.Arbitrary<Message> {
  const shape = Object.fromEntries(schema.fields.map((field) => [field.localName, arbitraryField(field)]));
  return fc.record(shape, { requiredKeys: [] }).map((init) => create(schema, init));
}

function arbitraryField(field: DescField): fc.Arbitrary<unknown> {
  switch (field.fieldKind) {
    case "scalar":
      return arbitraryScalar(field.scalar);
    case "message":
      return field.message.typeName === "google.protobuf.Struct" ? numbersByName : arbitraryMessage(field.message);
    case "list":
      return fc.array(
        field.listKind === "message"
          ? arbitraryMessage(field.message)
          : arbitraryScalar(field.scalar ?? ScalarType.STRING),
        {
          maxLength: 4,
        },
      );
    case "map":
      return fc.dictionary(
        name,
        field.mapKind === "message"
          ? arbitraryMessage(field.message)
          : arbitraryScalar(field.scalar ?? ScalarType.STRING),
        { maxKeys: 4 },
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
    case ScalarType.UINT32:
      return uint32;
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.DOUBLE:
      return fc.double();
    case ScalarType.BYTES:
      return fc.uint8Array({ maxLength: 300 });
    default:
      throw new Error(`our contract has no scalar ${scalar}`);
  }
}
