import { use } from "react";
import { type Language, readLanguage } from "./language.js";
import { useLanguage } from "./language-context.js";

/** What every language must have: the names of the English file, with any text. A missing name is an error of the compiler. */
export type MessagesLike<T> = {
  readonly [Name in keyof T]: T[Name] extends (...input: infer Input) => string
    ? (...input: Input) => string
    : T[Name] extends string
      ? string
      : MessagesLike<T[Name]>;
};

/** The messages of one area, in one file per language. A file is loaded when its language is needed. */
export interface MessageSource<T> {
  readonly files: Readonly<Record<Language, () => Promise<T>>>;
  readonly loaded: Map<Language, T>;
  readonly loading: Map<Language, Promise<T>>;
}

export function defineMessages<T>(files: MessageSource<T>["files"]): MessageSource<T> {
  return { files, loaded: new Map(), loading: new Map() };
}

/** Loads a file once. A file that could not be loaded is tried again the next time. */
export function loadMessages<T>(source: MessageSource<T>, language: Language = readLanguage()): Promise<T> {
  const known = source.loading.get(language);
  if (known) return known;
  const loading: Promise<T> = source.files[language]().then((messages) => {
    source.loaded.set(language, messages);
    // `use` checks this field first, so it does not wait for a file that is loaded already.
    void Object.assign(loading, { status: "fulfilled", value: messages });
    return messages;
  });
  source.loading.set(language, loading);
  loading.catch(() => source.loading.delete(language));
  return loading;
}

/**
 * The messages in the language of the page. Waits for the file, if it is not loaded yet. `use` is called in both cases: React loses the state of a
 * component that has waited and does not call it again.
 */
export function useMessages<T>(source: MessageSource<T>): T {
  const { language } = useLanguage();
  return use(loadMessages(source, language));
}
