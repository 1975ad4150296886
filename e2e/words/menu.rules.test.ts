import { expect, test } from "vitest";
import { collectTexts } from "./texts.js";

/** The pages that a name of the menu leads to, with the place of their title. */
const titles: Readonly<Record<string, string>> = {
  analytics: "analytics: title",
  roulettes: "roulettes: list title",
  learning: "learning: courses title",
  flows: "flows: list title",
  keys: "keys: title",
  connections: "connections: title",
  members: "settings: members title",
  signIn: "settings: signIn title",
  visitorSignIn: "visitor-sign-in: title",
  bank: "settings: bank title",
  personalData: "privacy: title",
  history: "history: title",
  business: "settings: business title",
  closeBusiness: "offboarding: title",
};

const languages = ["es", "en", "pt"] as const;

test.each(languages)("in %s a page has the name that the menu gives it", (language) => {
  const texts = new Map(
    collectTexts(language).map(({ where, text }) => [where.replace(/^\S*?([\w-]+)\/messages\/\w+\.ts:/, "$1:"), text]),
  );
  const named = Object.entries(titles).map(([name, place]) => [place, texts.get(`app: nav ${name}`)]);
  expect(named).toEqual(Object.values(titles).map((place) => [place, texts.get(place)]));
  expect(named.filter(([, text]) => text === undefined)).toEqual([]);
});

test.each(languages)("in %s a sentence that leads to the settings names them as the menu does", (language) => {
  const texts = collectTexts(language);
  const settings = texts.find(({ where }) => /app\/messages\/\w+\.ts: settings$/.test(where))?.text;
  const named = texts.flatMap(({ text }) => [...text.matchAll(/(\p{L}+) → /gu)].map(([, name]) => name));
  expect(named.length).toBeGreaterThan(0);
  expect([...new Set(named)]).toEqual([settings]);
});

test.each(languages)("in %s the areas of a business have the names of the menu", (language) => {
  const texts = collectTexts(language);
  const found = texts.flatMap(({ where, text }) => {
    const [, page, area] =
      /(privacy|offboarding)\/messages\/\w+\.ts: areas (supply|roulettes|learning|flows|webhooks)(?: name)?$/.exec(
        where,
      ) ?? [];
    if (!area) return [];
    const nav = texts.find((one) => one.where.endsWith(`app/messages/${language}.ts: nav ${area}`))?.text;
    return [{ page, area, text, nav }];
  });
  expect(found).toHaveLength(10);
  expect(found.filter(({ text, nav }) => text !== nav)).toEqual([]);
});
