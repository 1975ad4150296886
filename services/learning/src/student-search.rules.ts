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

/**
 * A regular expression for texts that contain the text of a caller, with or without accents; the query adds "in any case".
 * Everything else stands for itself, so nothing that a caller writes is read as an expression.
 */
export function toSearchPattern(text: string): string {
  return text
    .trim()
    .normalize("NFC")
    .replaceAll(/[\s\S]/gu, toCharacterPattern);
}

function toCharacterPattern(character: string): string {
  const base = character.normalize("NFD").charAt(0).toLowerCase();
  const letters = variants[base];
  if (letters?.includes(character.toLowerCase())) return `[${letters}${letters.toUpperCase()}]`;
  if (/[\p{Letter}\p{Number}]/u.test(character)) return character;
  return `\\x{${character.codePointAt(0)?.toString(16)}}`;
}
