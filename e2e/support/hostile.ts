import type { CatalogTool, JsonSchema, ObjectSchema } from "@tenant-ops/proto";
import fc from "fast-check";

/** What people try where text is expected: operators of the database, and other things that are not text. */
export const notText: unknown[] = [
  { $gt: "" },
  { $where: "sleep(1000)" },
  { $expr: { $function: { body: "sleep(1000)", args: [], lang: "js" } } },
  [{ $gt: "" }],
  ["x"],
  0,
  true,
];

/** Text that would be dangerous if anybody evaluated it. */
export const hostileText = [
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

/** Every place of a tool's arguments where its schema wants text. */
export function textPaths({ inputSchema }: CatalogTool): Path[] {
  return pathsIn(inputSchema, []);
}

function pathsIn(schema: JsonSchema, path: Path): Path[] {
  if (schema.type === "string") return [path];
  if (schema.type === "array" && schema.items) return pathsIn(schema.items, [...path, 0]);
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => pathsIn(inner, [...path, name]));
}

/** The arguments with another value at this place; what is missing on the way there is made. */
export function withValueAt(args: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === "number") {
    const items = Array.isArray(args) ? [...(args as unknown[])] : [];
    items[step] = withValueAt(items[step], rest, value);
    return items;
  }
  const fields = typeof args === "object" && args !== null ? (args as Record<string, unknown>) : {};
  return { ...fields, [step]: withValueAt(fields[step], rest, value) };
}

/** Values around what a schema allows, inside and outside of it. */
export function around(schema: JsonSchema): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case "string":
      return fc.oneof(
        fc.constantFrom(...(schema.enum ?? []), ...hostileText),
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
      return schema.items ? fc.array(around(schema.items), { maxLength: 4 }) : fc.array(fc.jsonValue());
    case "object":
      return aroundFields(schema);
  }
}

/** Some of the fields, most of them of the right kind. */
export function aroundFields(
  schema: Pick<ObjectSchema, "properties"> | JsonSchema,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, inner]) => [
    name,
    fc.oneof({ weight: 5, arbitrary: around(inner) }, { weight: 1, arbitrary: fc.jsonValue() }),
  ]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] });
}
