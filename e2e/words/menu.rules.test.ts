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

test.each(["es", "en", "pt"] as const)("in %s a page has the name that the menu gives it", (language) => {
  const texts = new Map(
    collectTexts(language).map(({ where, text }) => [where.replace(/^\S*?([\w-]+)\/messages\/\w+\.ts:/, "$1:"), text]),
  );
  const named = Object.entries(titles).map(([name, place]) => [place, texts.get(`app: nav ${name}`)]);
  expect(named).toEqual(Object.values(titles).map((place) => [place, texts.get(place)]));
  expect(named.filter(([, text]) => text === undefined)).toEqual([]);
});
