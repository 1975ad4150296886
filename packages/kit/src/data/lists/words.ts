import { foldText } from "../../texts/normalize-text.js";

// A record is found by words: it stores the beginnings of its words, and a search names some of them. An index finds a beginning that is stored
// as a whole in the order of a list; a range of words would have to be sorted in memory.

/** Longer words are cut, so that a long text makes no large index. */
const lettersMax = 16;
const beginningsMax = 200;

/** The words of a search. Undefined without a search; an empty list finds nothing. */
export type WordSearch = readonly string[] | undefined;

/** What the `words` of a record are, for records that are found by these texts. */
export function toSearchWords(...texts: readonly (string | undefined)[]): string[] {
  const found = new Set<string>();
  for (const word of texts.flatMap((text) => splitWords(text ?? ""))) {
    for (let end = 1; end <= word.length && found.size < beginningsMax; end += 1)
      found.add(word.slice(0, end).join(""));
  }
  return [...found];
}

/** The `words` after a change of the name; nothing when it does not change. */
export function toChangedWords(name: string | undefined): { words?: string[] } {
  return name === undefined ? {} : { words: toSearchWords(name) };
}

/** @param text as the caller wrote it */
export function planWordSearch(text: string): WordSearch {
  if (text.trim() === "") return undefined;
  return [...new Set(splitWords(text).map((word) => word.join("")))];
}

/** What a record says about a person. */
export interface PersonDetails {
  fullName?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
}

/** The `words` of a record that is found by a person. A phone is found by its last digits, because people leave out the code of the country. */
export function toPersonWords({ fullName, email, phone = "" }: PersonDetails, ...texts: readonly string[]): string[] {
  const digits = phone.replaceAll(/\D/g, "");
  const ends = digits.length < spokenDigits ? [] : [digits.slice(-spokenDigits), digits.slice(-phoneDigits)];
  return [...new Set([...ends, ...toSearchWords(fullName, email, ...texts)])];
}

/** A search among persons; see `toPersonWords`. */
export function planPersonSearch(text: string): WordSearch {
  const digits = text.replaceAll(/\D/g, "");
  const isPhone = digits.length >= phoneDigits && /^[+\d\s().-]+$/.test(text);
  return isPhone ? [digits.slice(-phoneDigits)] : planWordSearch(text);
}

/** The digits that phones with and without the code of the country share. */
const phoneDigits = 8;
/** The digits by which people tell phones apart. */
const spokenDigits = 4;

/** Words as lists of letters, in lower case and without accents. */
function splitWords(text: string): string[][] {
  return (foldText(text).match(/[\p{Letter}\p{Number}]+/gu) ?? []).map((word) => Array.from(word).slice(0, lettersMax));
}
