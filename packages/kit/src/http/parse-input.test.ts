import { expect, test } from "vitest";
import * as z from "zod";
import { Refusal } from "../errors/refusal.js";
import { parseInput } from "./parse-input.js";

function readRefusal(schema: z.ZodType, given: unknown): Refusal {
  try {
    parseInput(schema, given);
  } catch (error) {
    if (error instanceof Refusal && error.code === "invalid_argument") return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const readDetail = (schema: z.ZodType, given: unknown): string => readRefusal(schema, given).detail;

const types = z.strictObject({ types: z.array(z.string().min(2)).max(200), name: z.string().max(5).optional() });

test("every wrong field is named", () => {
  const detail = readDetail(types, { types: ["ok", 5], name: "too long", other: 1 });
  expect(detail).toMatch(/types\[1\]: must be text; name: must be at most 5 characters; other: is not known here\.$/);
});

test("a list that is too long is refused before its entries are parsed", () => {
  let parsed = 0;
  const counting = z.strictObject({ types: z.array(z.unknown().refine(() => (parsed += 1) > 0)).max(200) });
  const detail = readDetail(counting, { types: Array.from({ length: 80_000 }, () => ({})) });
  expect(detail).toBe("types: must have at most 1000 entries, not 80000.");
  expect(parsed).toBe(0);
});

test.each<[string, unknown]>([
  ["many wrong entries", { types: Array.from({ length: 1000 }, () => ({})) }],
  ["many unknown names", Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`${at}${"x".repeat(2000)}`, 1]))],
  ["more unknown names", Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`${at}`, 1]))],
  ["a text of 250 KB", { types: [], name: "x".repeat(250_000) }],
])("%s get a short answer", (_name, given) => {
  expect(Buffer.byteLength(readDetail(types, given))).toBeLessThanOrEqual(4096);
});

test("a text of emoji may have as many characters as its schema says", () => {
  const terms = z.strictObject({ terms: z.string().max(20_000) });
  expect(parseInput(terms, { terms: "😀".repeat(20_000) }).terms).toHaveLength(40_000);
  expect(readDetail(terms, { terms: "😀".repeat(20_001) })).toBe("terms: must be at most 20000 characters, not 20001.");
});

test("a lone surrogate is refused wherever it is", () => {
  expect(readDetail(types, { types: ["ok", "\uD83C"] })).toMatch(/^types\[1\]: holds half a character/);
});

test.each<[z.ZodType, unknown, string]>([
  [z.strictObject({ quantity: z.int() }), {}, "quantity: is required (a number)."],
  [z.strictObject({ quantity: z.int() }), { quantity: 1.5 }, "quantity: must be a whole number."],
  [z.strictObject({ quantity: z.int().min(1).max(9) }), { quantity: 0 }, "quantity: must be at least 1."],
  [z.strictObject({ quantity: z.int().min(1).max(9) }), { quantity: 10 }, "quantity: must be at most 9."],
  [z.strictObject({ name: z.string().trim().min(1) }), { name: " " }, "name: must not be empty."],
  [z.strictObject({ types: z.array(z.string()).max(1) }), { types: ["a", "b"] }, "types: must have at most 1 entries."],
  [z.strictObject({ kind: z.enum(["survey", "event"]) }), { kind: "x" }, "kind: must be one of survey, event."],
  [z.strictObject({ kind: z.enum(["survey", "event"]) }), {}, "kind: is required: one of survey, event."],
  [z.strictObject({ email: z.email() }), { email: "ana" }, "email: must be an e-mail address."],
  [
    z.strictObject({ since: z.iso.datetime() }),
    { since: "today" },
    "since: must be a time such as 2026-11-21T09:30:00Z.",
  ],
])("%#: a refusal says what is allowed, in plain words", (schema, given, sentence) => {
  expect(readDetail(schema, given)).toBe(sentence);
});

test("each wrong field is named with its rule and the values of the rule", () => {
  const schema = z.strictObject({
    name: z.string().max(5),
    slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    email: z.email(),
    units: z.int().min(1),
    kind: z.enum(["survey", "event"]),
    sizes: z.array(z.string()).min(1),
    note: z.string().refine((text) => text !== "x", { error: "is x", params: { rule: "blank" } }),
  });
  const given = { name: "too long", slug: "No", email: "ana", units: 0, kind: "x", sizes: [], note: "x", other: 1 };
  expect(readRefusal(schema, given).problems).toEqual([
    { rule: "too_long", field: "name", values: { max: 5 } },
    { rule: "slug", field: "slug" },
    { rule: "email", field: "email" },
    { rule: "too_small", field: "units", values: { min: 1 } },
    { rule: "one_of", field: "kind" },
    { rule: "required", field: "sizes" },
    { rule: "blank", field: "note" },
    { rule: "unknown", field: "other" },
  ]);
  expect(readRefusal(schema, { ...given, units: "1" }).problems).toContainEqual({ rule: "type", field: "units" });
  expect(readRefusal(schema, {}).problems[0]).toEqual({ rule: "required", field: "name" });
});
