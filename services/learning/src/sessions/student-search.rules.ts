// oxlint-disable no-restricted-properties -- it compares letters without their accents, and stores nothing
import type { StudentSearch } from "./session-filters.types.js";

// A search for a part of a text. An index cannot find a part, but it finds three letters in a row: every text that contains the part
// contains all of its trigrams.

/** Letters that people write with and without an accent, by the letter without one. */
const variants: Readonly<Record<string, string>> = {
  a: "aáàâäãå",
  c: "cç",
  e: "eéèêë",
  i: "iíìîï",
  n: "nñ",
  o: "oóòôöõ",
  u: "uúùûü",
};

/** @param text as the caller wrote it @returns undefined when it is empty */
export function planStudentSearch(text: string): StudentSearch | undefined {
  const part = text.trim();
  return part === "" ? undefined : { pattern: toSearchPattern(part), trigrams: toTrigrams(part) };
}

/** All of these texts, each one once; nothing for texts of one or two letters. */
export function toTrigrams(...texts: readonly string[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    const letters = Array.from(text.normalize("NFC"), foldLetter);
    for (let end = 3; end <= letters.length; end += 1) found.add(letters.slice(end - 3, end).join(""));
  }
  return [...found];
}

/**
 * A regular expression for texts that contain the text of a caller, with or without accents; the query adds "in any case".
 * Everything else stands for itself, so nothing that a caller writes is read as an expression.
 */
function toSearchPattern(text: string): string {
  return text.normalize("NFC").replaceAll(/[\s\S]/gu, toLetterPattern);
}

function toLetterPattern(letter: string): string {
  const base = findBase(letter);
  if (base) return `[${variants[base]}${variants[base]?.toUpperCase()}]`;
  if (/[\p{Letter}\p{Number}]/u.test(letter)) return letter;
  return `\\x{${letter.codePointAt(0)?.toString(16)}}`;
}

/** One letter for all letters that the expression matches alike. */
function foldLetter(letter: string): string {
  const base = findBase(letter);
  if (base) return base;
  const upper = findSingle(letter.toUpperCase()) ?? letter;
  return findSingle(upper.toLowerCase()) ?? upper;
}

/** The expression compares letter by letter, so "ß" is not "SS". */
const findSingle = (text: string): string | undefined => (Array.from(text).length === 1 ? text : undefined);

function findBase(letter: string): string | undefined {
  const base = letter.normalize("NFD").charAt(0).toLowerCase();
  return variants[base]?.includes(letter.toLowerCase()) ? base : undefined;
}
