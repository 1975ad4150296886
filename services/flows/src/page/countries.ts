import { countryCodes } from "@tenant-ops/kit/data";
import type { Language } from "@tenant-ops/kit/pages";

interface CountryChoice {
  value: string;
  label: string;
}

const choicesByLanguage = new Map<Language, readonly CountryChoice[]>();

/** All countries with their names in a language, in its alphabetical order. */
export function listCountryChoices(language: Language): readonly CountryChoice[] {
  const list = choicesByLanguage.get(language) ?? createCountryChoices(language);
  choicesByLanguage.set(language, list);
  return list;
}

function createCountryChoices(language: Language): CountryChoice[] {
  const names = new Intl.DisplayNames([language], { type: "region" });
  const { compare } = new Intl.Collator(language);
  return countryCodes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((one, other) => compare(one.label, other.label));
}
