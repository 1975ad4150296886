import type { CatalogTool, JsonSchema, ObjectSchema } from "@tenant-ops/proto";
import fc from "fast-check";

/** Values that are not text, among them operators of MongoDB, to send where text is expected. */
export const nonTextValues: unknown[] = [
  { $gt: "" },
  { $where: "sleep(1000)" },
  { $expr: { $function: { body: "sleep(1000)", args: [], lang: "js" } } },
  [{ $gt: "" }],
  ["x"],
  0,
  true,
];

/** Texts that would do harm if they were evaluated. */
export const hostileTexts = [
  '{"$gt":""}',
  "$where",
  ".*",
  "' || '1'=='1",
  "__proto__",
  "a\u0000b",
  "../../etc/passwd",
  "${7*7}{{7*7}}<script>alert(1)</script>",
  "x".repeat(3000),
];

/** A place inside the arguments, such as `["gifts", 0, "typeOfGift", "_id"]`. */
export type Path = (string | number)[];

/** Every path in a tool's arguments where the schema expects text. */
export function listTextPaths({ inputSchema }: CatalogTool): Path[] {
  return pathsIn(inputSchema, []);
}

function pathsIn(schema: JsonSchema, path: Path): Path[] {
  if (schema.type === "string") return [path];
  if (schema.type === "array" && schema.items) return pathsIn(schema.items, [...path, 0]);
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => pathsIn(inner, [...path, name]));
}

/** The arguments with another value at this path. Missing objects and lists on the path are created. */
export function replaceAt(args: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === "number") {
    const items = Array.isArray(args) ? [...(args as unknown[])] : [];
    items[step] = replaceAt(items[step], rest, value);
    return items;
  }
  const fields = typeof args === "object" && args !== null ? (args as Record<string, unknown>) : {};
  return { ...fields, [step]: replaceAt(fields[step], rest, value) };
}

/** Arbitrary values near the limits of a schema, valid and invalid ones. */
export function valuesAround(schema: JsonSchema): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case "string":
      return fc.oneof(
        fc.constantFrom(...(schema.enum ?? []), ...hostileTexts),
        fc.string({ unit: "grapheme", maxLength: 300 }),
        fc.string({ unit: "binary", maxLength: 30 }),
      );
    case "integer":
      return fc.oneof(fc.integer(), fc.constantFrom(0, -1, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, 2 ** 53, 1.5));
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "array":
      return schema.items ? fc.array(valuesAround(schema.items), { maxLength: 4 }) : fc.array(fc.jsonValue());
    case "object":
      return fieldsAround(schema);
  }
}

/** Arbitrary subsets of the fields, most of them with the right type. */
export function fieldsAround(
  schema: Pick<ObjectSchema, "properties"> | JsonSchema,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, inner]) => [
    name,
    fc.oneof({ weight: 5, arbitrary: valuesAround(inner) }, { weight: 1, arbitrary: fc.jsonValue() }),
  ]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] });
}
