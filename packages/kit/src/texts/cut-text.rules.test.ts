import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listSourceFiles } from "../testing/source-files.js";
import { cutText, shorten } from "./cut-text.js";

describe("a text is cut", () => {
  test.each([
    ["Ana", 3, "Ana"],
    ["Ana", 2, "An"],
    ["🎁🎁🎁", 2, "🎁🎁"],
    ["a👩‍👩‍👧‍👦b", 3, "a"],
    ["a👩‍👩‍👧‍👦b", 8, "a👩‍👩‍👧‍👦"],
    ["Jose\u0301 Luis", 4, "Jos"],
    ["🇲🇽🇧🇷", 3, "🇲🇽"],
    ["", 5, ""],
  ])("%j to %i characters is %j", (text, charactersMax, cut) => {
    expect(cutText(text, charactersMax)).toBe(cut);
  });

  test("between what a reader sees as one character, is well formed, and never longer than the limit", () => {
    const segmenter = new Intl.Segmenter();
    const boundaries = (text: string) => [...segmenter.segment(text)].map(({ index }) => index);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 30 }), fc.nat(20), (text, charactersMax) => {
        const cut = cutText(text, charactersMax);
        expect(text.startsWith(cut)).toBe(true);
        expect([...boundaries(text), text.length]).toContain(cut.length);
        expect(Array.from(cut).length).toBeLessThanOrEqual(charactersMax);
      }),
    );
  });

  test("and shortened with an ellipsis inside the limit", () => {
    expect(shorten("🎁🎁🎁", 3)).toBe("🎁🎁🎁");
    expect(shorten("🎁🎁🎁🎁", 3)).toBe("🎁🎁…");
    expect(shorten("Taza de la casa", 6)).toBe("Taza…");
  });

  test("at no more cost when it is very long", () => {
    expect(cutText("é".repeat(10_000_000), 3)).toBe("ééé");
  });
});

/** What is cut to a number of characters, and not a list to a number of entries. */
const cutsText = /\.slice\(0, (?:\w*(?:[cC]haracters|[lL]engthMax)\w*|[2-9]\d|\d{3,})(?: - \d+)?\)/;
/** A digest has characters of one kind only; the key of a person is no text either. */
const isNoText = /digest|sha256/;

test("no other code cuts a text", () => {
  const files = listSourceFiles();
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line) => (cutsText.test(line) && !isNoText.test(line) ? [`${path}: ${line.trim()}`] : [])),
  );
  expect(found.filter((line) => !line.startsWith("packages/kit/src/texts/cut-text.ts"))).toEqual([]);
});
