export const languages = ["es", "en", "pt"] as const;
export type Language = (typeof languages)[number];

/** Each language in its own words, for the choice in the menu. */
export const languageNames: Readonly<Record<Language, string>> = { es: "Español", en: "English", pt: "Português" };

const storageKey = "language";

/** The language of the person who was signed in here last, or else the first language of the browser that there is. */
export function readLanguage(): Language {
  const wanted = [localStorage.getItem(storageKey) ?? "", ...navigator.languages];
  return wanted.map(toLanguage).find((language) => language !== undefined) ?? "en";
}

/** @param language null: that of the browser */
export function saveLanguage(language: Language | null): void {
  if (language) localStorage.setItem(storageKey, language);
  else localStorage.removeItem(storageKey);
}

/** `pt-BR` is `pt`. */
export function toLanguage(tag: string): Language | undefined {
  return languages.find((language) => language === tag.toLowerCase().split("-")[0]);
}

/** What every language must have: the names of the English file, with any text. A missing name is an error of the compiler. */
export type MessagesLike<T> = {
  readonly [Name in keyof T]: T[Name] extends (...input: infer Input) => string
    ? (...input: Input) => string
    : T[Name] extends string
      ? string
      : MessagesLike<T[Name]>;
};
