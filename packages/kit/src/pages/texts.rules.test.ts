import { expect, test } from "vitest";
import { chooseLanguage, getCountryLanguage } from "./texts.js";

test.each([
  ["MX", "es"],
  ["ES", "es"],
  ["BR", "pt"],
  ["PT", "pt"],
  ["MZ", "pt"],
  ["US", "en"],
  ["DE", "en"],
  ["", "en"],
])("pages of a business in %j are in %s", (country, language) => {
  expect(getCountryLanguage(country)).toBe(language);
});

test.each([
  ["es-MX,es;q=0.9,en;q=0.8", "es"],
  ["pt-BR,pt;q=0.9", "pt"],
  ["de-DE,de;q=0.9,pt;q=0.7,en;q=0.5", "pt"],
  ["en;q=0.5, ES;q=0.9", "es"],
  ["es;q=0, en", "en"],
  ["estonian", "en"],
  ["fr", "en"],
  ["*", "en"],
  [";;q=,,", "en"],
  ["", "en"],
  [undefined, "en"],
])("a visitor whose browser sends %j gets %s", (header, language) => {
  expect(chooseLanguage(header)).toBe(language);
});
