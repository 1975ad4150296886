import type { JsonValue, Schema } from "@tenant-ops/rest/openapi";
import { followSchema } from "./document.js";

/** One change to a value that had its schema. Whether the changed value still has it is for the validator to say. */
export interface Mutation {
  what: string;
  value: JsonValue;
}

const longText = "x".repeat(20_001);
const oddTexts: Record<string, string> = {
  "an empty text": "",
  blanks: "   ",
  "a zero byte": "a\u0000b",
  "half a character": "a\ud83c",
  "right-to-left and emoji": "\u202eاسم 👩‍👩‍👧‍👦",
  "an operator of MongoDB": "$where",
  markup: "<script>alert(1)</script>",
};

/** Wrong and odd values for a field with this schema. */
export function mutateValue(given: Schema): Mutation[] {
  const schema = followSchema(given);
  const types = new Set(
    [schema, ...(schema.anyOf ?? schema.oneOf ?? []).map(followSchema)].flatMap(({ type }) => type ?? []),
  );
  const wrong: Mutation[] = [
    { what: "null", value: null },
    { what: "a text", value: "no such value" },
    { what: "a number", value: 3.25 },
    { what: "a huge number", value: 1e300 },
    { what: "a boolean", value: true },
    { what: "a list", value: [[]] },
    { what: "an object", value: { $gt: "" } },
  ];
  return [...wrong, ...(types.has("string") ? listTexts() : []), ...listOutOfBounds(schema)];
}

function listTexts(): Mutation[] {
  const odd = Object.entries(oddTexts).map(([what, value]) => ({ what, value }));
  return [...odd, { what: "a very long text", value: longText }];
}

function listOutOfBounds({
  minimum,
  maximum,
  exclusiveMinimum,
  minLength,
  maxLength,
  items,
  minItems,
  maxItems,
}: Schema): Mutation[] {
  const mutations: (Mutation | false)[] = [
    minimum !== undefined && { what: "below the minimum", value: minimum - 1 },
    maximum !== undefined && { what: "above the maximum", value: maximum + 1 },
    exclusiveMinimum !== undefined && { what: "at the excluded minimum", value: exclusiveMinimum },
    minLength !== undefined && minLength > 0 && { what: "too short", value: "x".repeat(minLength - 1) },
    maxLength !== undefined && { what: "too long", value: "x".repeat(maxLength + 1) },
    minItems !== undefined && minItems > 0 && { what: "too few entries", value: [] },
    items !== undefined && {
      what: "too many entries",
      value: Array.from({ length: (maxItems ?? 1000) + 1 }, () => "x"),
    },
  ];
  return mutations.filter((one) => one !== false);
}

/** The object with one field changed, taken away or added; fields inside fields as well. */
export function mutateObject(given: Schema, value: JsonValue, path = ""): Mutation[] {
  const schema = followSchema(given);
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return schema.items && value.length > 0 ? mutateEntries(schema.items, value, path) : [];
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = path === "" ? name : `${path}.${name}`;
    const inner = value[name] === undefined ? [] : mutateObject(field, value[name], at);
    const changed = [
      ...mutateValue(field).map(({ what, value: wrong }) => ({ what: `${at}: ${what}`, value: wrong })),
      ...inner,
    ].map((one) => ({ what: one.what, value: { ...value, [name]: one.value } }));
    const { [name]: _taken, ...rest } = value;
    return [{ what: `${at}: absent`, value: rest }, ...changed];
  });
  const unknown = { what: `${path}.unknown field`, value: { ...value, notAField: 1 } };
  return [...named, unknown];
}

function mutateEntries(schema: Schema, [first = null, ...rest]: JsonValue[], path: string): Mutation[] {
  return mutateObject(schema, first, `${path}.0`).map(({ what, value }) => ({ what, value: [value, ...rest] }));
}
