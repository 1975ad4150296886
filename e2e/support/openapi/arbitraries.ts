import fc, { type Arbitrary } from "fast-check";
import { toDayName } from "@tenant-ops/kit/data";
import type { JsonValue, Schema } from "@tenant-ops/rest/openapi";
import { followSchema } from "./document.js";

/** A value for a field that only the tests can know, such as the id of a record; undefined leaves it to the schema. */
export type FindKnownValue = (name: string) => Arbitrary<JsonValue> | undefined;

/** Values that have the schema. Fields that are not required are sometimes absent. */
export function arbitraryOf(given: Schema, known: FindKnownValue, name = ""): Arbitrary<JsonValue> {
  const schema = followSchema(given);
  const special = known(name);
  if (special && accepts(schema, "string")) return special;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return fc.oneof(...alternatives.map((one) => arbitraryOf(one, known, name)));
  return fc.oneof(...[schema.type ?? "string"].flat().map((type) => arbitraryOfType(type, schema, known)));
}

function accepts({ type, enum: choices, const: only }: Schema, wanted: string): boolean {
  return choices === undefined && only === undefined && [type].flat().includes(wanted);
}

function arbitraryOfType(type: string, schema: Schema, known: FindKnownValue): Arbitrary<JsonValue> {
  switch (type) {
    case "string":
      return arbitraryText(schema);
    case "integer":
      return arbitraryInteger(schema);
    case "number":
      return fc.double({
        min: schema.minimum ?? -1000,
        max: schema.maximum ?? 1000,
        ...(schema.exclusiveMinimum !== undefined && { min: schema.exclusiveMinimum, minExcluded: true }),
        noNaN: true,
        noDefaultInfinity: true,
      });
    case "boolean":
      return fc.boolean();
    case "array":
      return arbitraryList(schema, known);
    case "object":
      return arbitraryObject(schema, known);
    case "null":
      return fc.constant(null);
    default:
      throw new Error(`no values for the type ${type}`);
  }
}

function arbitraryInteger({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): Arbitrary<number> {
  const min = Math.ceil(minimum ?? (exclusiveMinimum === undefined ? -1000 : exclusiveMinimum + 1));
  const max = Math.floor(maximum ?? (exclusiveMaximum === undefined ? min + 2000 : exclusiveMaximum - 1));
  return fc.integer({ min, max: Math.min(max, 2 ** 31 - 1) });
}

const day = 24 * 3600 * 1000;
const times = fc.date({
  min: new Date(Date.now() - 300 * day),
  max: new Date(Date.now() + 300 * day),
  noInvalidDate: true,
});

const letters = "abcxyz019 -_áñ日😀".split(/(?:)/u);

function arbitraryText({ format, pattern, minLength = 0, maxLength = minLength + 40 }: Schema): Arbitrary<string> {
  const max = Math.min(maxLength, minLength + 60);
  if (format === "date-time") return times.map((time) => time.toISOString());
  if (format === "date") return times.map(toDayName);
  if (format === "email") return fc.integer({ min: 1, max: 1e6 }).map((at) => `person-${at}@example.com`);
  if (format === "uri") return fc.integer({ min: 1, max: 1e6 }).map((at) => `https://example.com/${at}`);
  if (pattern !== undefined) {
    const matching = fc.stringMatching(new RegExp(pattern, "u"), { maxLength: max });
    return matching.filter((text) => text.length >= minLength && text.length <= max);
  }
  const words = fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength: max });
  // Texts are trimmed before they are measured.
  return words.map((text) => text.trim().padEnd(minLength, "x"));
}

function arbitraryList(schema: Schema, known: FindKnownValue): Arbitrary<JsonValue> {
  const { items = {}, minItems = 0, maxItems = minItems + 3, uniqueItems } = schema;
  const entry = arbitraryOf(items, known);
  const lengths = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) };
  return uniqueItems
    ? fc.uniqueArray(entry, { ...lengths, selector: (one) => JSON.stringify(one) })
    : fc.array(entry, lengths);
}

function arbitraryObject(schema: Schema, known: FindKnownValue): Arbitrary<JsonValue> {
  const { properties = {}, required = [], minProperties = 0 } = schema;
  const fields = Object.entries(properties).map(([name, field]) => [name, arbitraryOf(field, known, name)] as const);
  const record = fc.record(Object.fromEntries(fields), { requiredKeys: required.filter((name) => name in properties) });
  return record.filter((value) => Object.keys(value).length >= minProperties);
}
