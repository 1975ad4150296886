import { expect, test } from "vitest";
import { readSentence, say } from "./sentences.js";

const templates = {
  enough: "The center holds {#held}; {#asked} are asked for.",
  low: "{center} is low afterwards.",
  low_unnamed: "The center is low afterwards.",
  differs: "The count (of {#index}) differs by {#difference}.",
  gets: "{user} gets {gift}.",
} as const;

test("a sentence that was made from a template is read back with its values", () => {
  const sentence = say({ en: templates.enough }, { held: 3, asked: 5 });
  expect(sentence).toBe("The center holds 3; 5 are asked for.");
  expect(readSentence(templates, sentence)).toEqual({ code: "enough", values: { held: 3, asked: 5 } });
  const differs = say({ en: templates.differs }, { index: 0, difference: "+2" });
  expect(readSentence(templates, differs)).toEqual({ code: "differs", values: { index: 0, difference: "+2" } });
});

test("a text can have several lines, signs of patterns, and look like a placeholder", () => {
  const center = "North (1)\n[a-z]+ $& {center}";
  const sentence = say({ en: templates.low }, { center });
  expect(readSentence(templates, sentence)).toEqual({ code: "low", values: { center } });
});

test("of two templates that fit, the one with more own text is it", () => {
  expect(readSentence(templates, "The center is low afterwards.")?.code).toBe("low_unnamed");
});

test("a sentence in which a name imitates the rest of it is not read, because its values could be told apart wrongly", () => {
  const sentence = say({ en: templates.gets }, { user: "Ana gets nothing, and Luis", gift: "a car" });
  expect(readSentence(templates, sentence)).toBeUndefined();
});

test("a sentence of no template is not read", () => {
  expect(readSentence(templates, "The center holds many; 5 are asked for.")).toBeUndefined();
});
