import { fillTemplate } from "@tenant-ops/kit/texts";
import { flowsSentences } from "@tenant-ops/proto/sentences/flows";
import { learningSentences } from "@tenant-ops/proto/sentences/learning";
import { roulettesSentences } from "@tenant-ops/proto/sentences/roulettes";
import { sharedSentences } from "@tenant-ops/proto/sentences/shared";
import { supplySentences } from "@tenant-ops/proto/sentences/supply";
import type { PreviewSentence, PreviewSentences } from "@tenant-ops/proto/sentences/types";
import { expect, test } from "vitest";
import { createFormat } from "../../i18n/format.js";
import { loadTranslation } from "./preview-translation.js";

const tables: Readonly<Record<string, PreviewSentences>> = {
  supply: supplySentences,
  roulettes: roulettesSentences,
  learning: learningSentences,
  flows: flowsSentences,
};

const all = Object.entries(tables).flatMap(([area, table]) =>
  Object.entries({ ...sharedSentences, ...table }).map(([code, sentence]) => ({ area, code, sentence, table })),
);

const listPlaceholders = (template: string) => [...template.matchAll(/\{#?\w+\}/g)].map(([place]) => place).toSorted();
// Services choose the noun, and nobody else.
const give = (name: string, text: string) => (name === "noun" ? "A product" : text);
const fill = ({ en }: PreviewSentence, text: string, number: number) =>
  fillTemplate(
    en,
    Object.fromEntries(
      [...en.matchAll(/\{(#?)(\w+)\}/g)].map(([, sign, name = ""]) => [name, sign ? number : give(name, text)]),
    ),
  );

/** What the page shows anyhow. */
const leftOut = ["{noun}", "{#number}"];

const others = ["es", "pt"] as const;

test.each(all)("$area: $code says the same values in every language", ({ sentence }) => {
  const wanted = listPlaceholders(sentence.en).filter((place) => !leftOut.includes(place));
  for (const language of others) {
    expect(listPlaceholders(sentence[language])).toEqual(wanted);
    expect(sentence[language]).toMatch(/^[\p{Lu}{].+\.$/u);
    expect(sentence[language]).not.toBe(sentence.en);
  }
});

test.each(all)("$area: $code is read in the English text, and written in the language of the page", async (given) => {
  const { area, sentence } = given;
  for (const language of others) {
    const format = createFormat(language, {});
    const translate = await loadTranslation(`${area}_approve_anything`, language);
    const text = translate(fill(sentence, "Ana & Co.", 12_345), format);
    const number = format.number(sentence.en.includes("{#index}") ? 12_346 : 12_345);
    const wanted = sentence[language].replaceAll("{#index}", number).replaceAll(/\{#\w+\}/g, format.number(12_345));
    expect(text).toBe(wanted.replaceAll(/\{\w+\}/g, "Ana & Co."));
  }
});

test.each(all)("$area: no name in $code makes another sentence of it", async ({ area, sentence, table }) => {
  const format = createFormat("es", {});
  const translate = await loadTranslation(`${area}_approve_anything`, "es");
  for (const other of Object.values({ ...sharedSentences, ...table })) {
    const text = fill(other, "Ana", 7);
    const shown = translate(fill(sentence, text, 7), format);
    const own = fillTemplate(sentence.es.replaceAll("{#", "{").replaceAll("{index}", "8"), {});
    // All own words of the sentence are there, or it stays in English.
    const missing = own.split(/\{\w+\}/).filter((part) => shown !== undefined && !shown.includes(part));
    expect(missing).toEqual([]);
  }
});

test("English, and a sentence that the page does not know, stay as agents read them", async () => {
  const said = "The center is not active.";
  expect((await loadTranslation("supply_create_stock", "en"))(said, createFormat("en", {}))).toBe(said);
  const translate = await loadTranslation("supply_create_stock", "es");
  expect(translate("Said by a newer service.", createFormat("es", {}))).toBeUndefined();
});

test("a time is shown in the time zone of the business, and a flow has the words of its own pages", async () => {
  const format = createFormat("es", { timeZone: "America/Mexico_City", country: "MX" });
  const ofPrize = await loadTranslation("roulettes_approve_claim", "es");
  const until = ofPrize("It can be claimed until 2026-11-30T18:00:00.000Z.", format);
  expect(until).toBe(`Se puede canjear hasta: ${format.dateTime("2026-11-30T18:00:00.000Z")}.`);
  const ofFlow = await loadTranslation("flows_approve_update_flow", "es");
  expect(ofFlow("The page links no terms, privacy notice; a page that leads to a draw usually needs it.", format)).toBe(
    "Una página que lleva a un sorteo suele enlazar más. Falta: términos y aviso de privacidad.",
  );
});
