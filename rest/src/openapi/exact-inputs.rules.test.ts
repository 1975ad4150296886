import { datePatterns } from "@tenant-ops/kit/http";
import { normalizeValue } from "@tenant-ops/kit/texts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type * as z from "zod";
import { routes } from "../index.js";
import type { Schema } from "./openapi.types.js";
import { createSchemaComponents } from "./schemas.js";

/** Every text inside the input of a route, with its place. */
function* listTexts(schema: z.core.$ZodType, place: string): Generator<[place: string, schema: z.ZodType]> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "string":
      return yield [place, schema as z.ZodType];
    case "object":
      for (const [name, field] of Object.entries(def.shape)) yield* listTexts(field, `${place}.${name}`);
      return;
    case "array":
      return yield* listTexts(def.element, `${place}[]`);
    case "optional":
    case "nullable":
    case "default":
      return yield* listTexts(def.innerType, place);
    case "union":
      for (const option of def.options) yield* listTexts(option, place);
      return;
    case "pipe":
      return yield* listTexts(def.in, place);
    default:
    // Nothing else has texts inside.
  }
}

const components = createSchemaComponents();
const inputs = routes.flatMap(({ id, params, query, body }) =>
  [params, query, body].flatMap((schema) => (schema ? [...listTexts(schema, id)] : [])),
);
const described = inputs.map(([place, schema]) => ({ place, schema, shown: components.convertInput(schema) }));

/** What the document says of a text. A format is a hint only. */
const isShownAs = ({ pattern, allOf = [], minLength = 0, maxLength = Infinity }: Schema, text: string): boolean => {
  const patterns = [pattern, ...allOf.map((part) => part.pattern)].flatMap((source) => source ?? []);
  const { length } = Array.from(text);
  return length >= minLength && length <= maxLength && patterns.every((source) => new RegExp(source, "u").test(text));
};

const part = fc.oneof(
  fc.constantFrom(
    "",
    "@",
    ".",
    "..",
    "-",
    "+",
    " ",
    "a",
    "A1",
    "é",
    "\u200b",
    "\u212a",
    "😀",
    "example.com",
    "T",
    "Z",
    ":00",
    "2026-02-29",
  ),
  fc.string({ maxLength: 5 }),
);
const texts = (shown: Schema) =>
  fc.oneof(
    fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")),
    fc.emailAddress(),
    fc
      .date({ noInvalidDate: true, min: new Date("1900-01-01"), max: new Date("2100-01-01") })
      .map((date) => date.toISOString()),
    fc.stringMatching(new RegExp(shown.pattern ?? ".", "u"), { maxLength: 60 }),
    fc.integer({ min: 250, max: 330 }).map((length) => `${"a".repeat(length - 12)}@example.com`),
  );

/** Checked by a program that is not a pattern: that of URLs. */
const isUrl = ({ format }: Schema) => format === "uri";
/** Read by the services: `dates.rules.test.ts` of the kit compares pattern and reader. */
const isDate = ({ pattern }: Schema) => Object.values<string>(datePatterns).includes(pattern ?? "");
const exact = described.filter(({ shown }) => (shown.format ?? shown.pattern ?? shown.allOf) !== undefined);

test("e-mails and times are among the texts whose form the document shows", () => {
  const formats = new Set(exact.map(({ shown }) => shown.format));
  expect([...formats]).toEqual(expect.arrayContaining(["email", "date-time"]));
  expect(exact.filter(({ shown }) => isDate(shown)).length).toBeGreaterThan(20);
});

test.each(exact.filter(({ shown }) => !isDate(shown) && !isUrl(shown)).map((one) => [one.place, one] as const))(
  "%s is taken when it is as the document says, and what is taken of it is so",
  (_place, { schema, shown }) => {
    fc.assert(
      fc.property(texts(shown), (given) => {
        const { success, data } = schema.safeParse(given);
        // What people write is checked without the characters that are removed, and taken as what is stored of it.
        if (isShownAs(shown, given) && normalizeValue(given) === given) expect([given, success]).toEqual([given, true]);
        if (success) expect([given, isShownAs(shown, data as string)]).toEqual([given, true]);
      }),
      { numRuns: 400 },
    );
  },
);
