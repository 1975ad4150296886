// Patterns that MongoDB (PCRE) and JavaScript read the same way: every character is written out, because the two differ in what ignores
// case (the Kelvin sign, the long s), in what is blank, and in whether `$` is before a line end.

/** Blanks that forms and spreadsheets leave around a value. */
const blanks = "[ \\t\\n\\f\\r\\x0b\\xa0]*";
const end = String.raw`(?![\s\S])`;
/** What stands between the digits of a phone number. */
const betweenDigits = "[ \\t\\xa0+.()/-]*";
/** Shorter numbers are postal codes, years and house numbers as well. The forms of flows require as many. */
const phoneDigitsMin = 7;

/** The address in any case. */
export function toEmailPattern(value: string): RegExp {
  return new RegExp(`^${blanks}${Array.from(value.trim(), toAnyCase).join("")}${blanks}${end}`);
}

/** The same digits, however they are grouped, and nothing else. */
export function toPhonePattern(value: string): RegExp {
  const digits = listDigits(value).join(betweenDigits);
  return new RegExp(`^${betweenDigits}${digits}${betweenDigits}${end}`);
}

export function hasPhoneDigits(value: string): boolean {
  return listDigits(value).length >= phoneDigitsMin;
}

const listDigits = (value: string): string[] => value.match(/[0-9]/g) ?? [];

/** A letter and its other case, if that leads back to it: the long s has the capital of another letter. */
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

/** Letters and digits stay; of the others, MongoDB accepts no NUL and both give some a meaning. */
function escapeText(text: string): string {
  return text.replaceAll(
    /[^A-Za-z0-9\u0080-\uffff]/g,
    (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
