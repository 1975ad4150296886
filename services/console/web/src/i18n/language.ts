export const languages = ["es", "en", "pt"] as const;
export type Language = (typeof languages)[number];

/** Each language in its own words, for the choice in the menu. */
export const languageNames: Readonly<Record<Language, string>> = { es: "Español", en: "English", pt: "Português" };

const storageKey = "language";

/** What was chosen on this device, or else the first language of the browser that there is. */
export function readLanguage(): Language {
  const wanted = [localStorage.getItem(storageKey) ?? "", ...navigator.languages];
  return wanted.map(toLanguage).find((language) => language !== undefined) ?? "en";
}

export function saveLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
}

export function hasSavedLanguage(): boolean {
  return localStorage.getItem(storageKey) !== null;
}

/** `pt-BR` is `pt`. */
export function toLanguage(tag: string): Language | undefined {
  return languages.find((language) => language === tag.toLowerCase().split("-")[0]);
}
