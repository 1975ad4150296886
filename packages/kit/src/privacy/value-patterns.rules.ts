// Patterns that have the same meaning in MongoDB (PCRE) and JavaScript. Every character is written out, because the two differ in case-insensitive
// matching (the Kelvin sign, the long s), in the characters of `\s`, and in whether `$` matches before a line end.

/** White space that forms and spreadsheets leave around a value. */
const blanks = "[ \\t\\n\\f\\r\\x0b\\xa0]*";
const end = String.raw`(?![\s\S])`;
/** Characters that can stand between the digits of a phone number. */
const betweenDigits = "[ \\t\\xa0+.()/-]*";
/** Shorter numbers can be postal codes, years or house numbers. The forms of flows require the same minimum. */
const phoneDigitsMin = 7;

/** Matches the address in upper or lower case. */
export function toEmailPattern(value: string): RegExp {
  return new RegExp(`^${blanks}${Array.from(value.trim(), toAnyCase).join("")}${blanks}${end}`);
}

/** Matches the same digits with any grouping, and nothing else. */
export function toPhonePattern(value: string): RegExp {
  const digits = listDigits(value).join(betweenDigits);
  return new RegExp(`^${betweenDigits}${digits}${betweenDigits}${end}`);
}

export function hasPhoneDigits(value: string): boolean {
  return listDigits(value).length >= phoneDigitsMin;
}

const listDigits = (value: string): string[] => value.match(/[0-9]/g) ?? [];

/** A letter and its other case, if the conversion can be reversed: the capital of the long s is that of another letter. */
function toAnyCase(character: string): string {
  const upper = character.toUpperCase();
  const lower = character.toLowerCase();
  const forms = [
    character,
    ...(upper.toLowerCase() === character ? [upper] : []),
    ...(lower.toUpperCase() === character ? [lower] : []),
  ];
  return `(?:${[...new Set(forms)].map(escapeText).join("|")})`;
}

/** Escapes all characters except letters and digits: MongoDB accepts no NUL, and both languages give some characters a special meaning. */
function escapeText(text: string): string {
  return text.replaceAll(
    /[^A-Za-z0-9\u0080-\uffff]/g,
    (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
