import { expect, test } from "vitest";
import { z } from "zod";
import { Refusal } from "../errors/refusal.js";
import { parseInput } from "./parse-input.js";

function readDetail(schema: z.ZodType, given: unknown): string {
  try {
    parseInput(schema, given);
  } catch (error) {
    if (error instanceof Refusal && error.code === "invalid_argument") return error.detail;
    throw error;
  }
  throw new Error("nothing was refused");
}

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
