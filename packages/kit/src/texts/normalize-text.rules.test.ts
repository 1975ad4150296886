import fc from "fast-check";
import { expect, test } from "vitest";
import { normalizeLines, normalizeText, normalizeValue } from "./normalize-text.js";

test.each([
  ["ana@example.com\u200B", "ana@example.com"],
  ["\u202Aana@example.com\u202C", "ana@example.com"],
  ["\u2066+52\u00A055 1234 5678\u2069", "+52 55 1234 5678"],
  ["55\u20111234\u20115678", "55-1234-5678"],
  ["５５ １２３４", "55 1234"],
  ["\u22125", "-5"],
  ["2026–03–31", "2026-03-31"],
  ["a\u200Db@example.com", "ab@example.com"],
])("a value that a program reads: %j is %j", (given, value) => {
  expect(normalizeValue(given)).toBe(value);
});

test.each([
  "\u200B",
  "\u2060\u00AD",
  "\u3164",
  "\u2800",
  "\u202E \u2066",
  "\u180E\uFEFF",
  "\u0000",
  "\u{E0041}",
  "\uFE0F",
  "\uFFFE",
])("a text that nobody sees is empty: %j", (text) => {
  expect([normalizeText(text), normalizeLines(text), normalizeValue(text)]).toEqual(["", "", ""]);
});

test.each(["👩‍👩‍👧‍👦", "👍🏽", "👩🏽‍🚀", "❤️‍🔥", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "می‌خواهم", "क्‍ष", "葛󠄀城", 'Ana "x" O\'Neill-Pérez'])(
  "a text keeps what a reader sees: %s",
  (text) => {
    expect(normalizeText(text)).toBe(text.normalize("NFC"));
  },
);

test.each([
  ["A\u202Eegnaro", "Aegnaro"],
  ["Jose\u0301", "José"],
  ["5\uFE0F5", "55"],
  ["Ana\u200D", "Ana"],
  ["a\ud800b", "a\ufffdb"],
  ["Ana\r\nX", "Ana X"],
])("a text loses what nobody sees: %j is %j", (given, text) => {
  expect(normalizeText(given)).toBe(text);
});

test("a text of several lines keeps its line ends", () => {
  expect(normalizeLines(" one\r\ntwo\u0007\u2028three ")).toBe("one\ntwo \nthree");
});

test("what is normalized stays as it is, and has no control characters", () => {
  const joiners = fc.constantFrom("\u200B", "\u200C", "\u200D", "\uFE0F", "\u{E0041}", "\u{E007F}", "\u{E0100}");
  const letters = fc.constantFrom(
    "a",
    "e",
    "5",
    " ",
    "\u0301",
    "\u0308",
    "م",
    "\u064B",
    "क",
    "\u094D",
    "葛",
    "👩",
    "↔",
    "\u0338",
    "🏽",
    "🏴",
    "\u20E3",
  );
  const part = fc.oneof(
    joiners,
    letters,
    fc.constantFrom("\r", "\n", "\u00A8", "\uFFA0"),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      for (const normalize of [normalizeText, normalizeLines, normalizeValue]) {
        const once = normalize(parts.join(""));
        expect(normalize(once)).toBe(once);
        expect(once.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
      }
    }),
    { numRuns: 1000 },
  );
});
