import { languages } from "@tenant-ops/kit/pages";
import { expect, test } from "vitest";
import { collectTexts, type Writer } from "./texts.js";

/** Words behind a number that end in s and are no plural. */
const notPlurals = /^(?:es|is|has|was|más|mais|menos|ms|asks|connects|invites|seems)$/i;

function findPluralAfterOne(text: string): string | undefined {
  const [found, word = ""] = /(?<![\d.,])(?:1|#) (\p{L}+s)\b/u.exec(text) ?? [];
  return notPlurals.test(word) ? undefined : found;
}

/** A function of values called with 1 for each; one of an object gets 1 for every name. */
const one = new Proxy({}, { get: () => "1" });
function fillWithOne(write: Writer): string {
  const source = String(write);
  // What is counted is a number; everything else arrives as text.
  const value = /^\(?\{/.test(source) ? one : source.includes("counted") ? 1 : "1";
  return (write as (...input: unknown[]) => string)(...Array<unknown>(5).fill(value));
}

test.each(languages)("no text in %s says a plural after the number one", (language) => {
  const texts = collectTexts(language, fillWithOne).filter(({ where }) => !where.endsWith(" other"));
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.flatMap(({ where, text }) => (findPluralAfterOne(text) ? [`${where}: ${text}`] : []))).toEqual([]);
});
