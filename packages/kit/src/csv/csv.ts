// Tables for spreadsheets, RFC 4180. It imports nothing, because browsers use it too.

/** Without it at the beginning of a file, spreadsheets do not read the file as UTF-8. */
export const byteOrderMark = "\uFEFF";

const separators = { comma: ",", semicolon: ";" } as const;

export type CsvSeparator = keyof typeof separators;

/**
 * The separator that spreadsheets of a country expect: where the comma is the decimal sign, they split at `;`.
 * @param country ISO 3166; an unknown one gets the comma of RFC 4180
 */
export function getCsvSeparator(country: string): CsvSeparator {
  if (!/^[A-Z]{2}$/.test(country)) return "comma";
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  const parts = new Intl.NumberFormat(`${language}-${country}`).formatToParts(0.5);
  return parts.some(({ type, value }) => type === "decimal" && value === ",") ? "semicolon" : "comma";
}

/** With these a formula begins, also in the width of East Asian characters. For a class of a regular expression. */
const formulaStarts = String.raw`=+\-@\uFF1D\uFF0B\uFF0D\uFF20`;

/** A cell that a spreadsheet would calculate begins with an apostrophe: what somebody entered is never a formula. */
const formula = new RegExp(String.raw`^[${formulaStarts}\t\r]`);

/**
 * A spreadsheet of another country splits at the other separator, and then it also splits what this file has in quotes. So each part that would
 * become a cell of its own is protected like the beginning.
 */
const beforeFormula = { comma: createBeforeFormula(";"), semicolon: createBeforeFormula(",") } as const;

function createBeforeFormula(other: string): RegExp {
  const between = String.raw`[${other}\s"]`;
  return new RegExp(`(?<!${between})${between}+(?=[${formulaStarts}])`, "g");
}

/** A text that no spreadsheet calculates. Numbers and phones need none, and stay as they are also after a sign. */
export function protectCell(text: string, separator: CsvSeparator): string {
  const parts = text.replaceAll(beforeFormula[separator], (between) =>
    /[;,\t\r\n]/.test(between) ? `${between}'` : between,
  );
  return formula.test(parts) ? `'${parts}` : parts;
}

/** A number with the decimal sign of the spreadsheets that expect this separator. */
export const toCsvNumber = (value: number, separator: CsvSeparator): string =>
  separator === "semicolon" ? String(value).replace(".", ",") : String(value);

/** A row with its end. The cells are protected already. */
export function writeCsvRow(cells: readonly string[], separator: CsvSeparator): string {
  const delimiter = separators[separator];
  const quoteCell = (text: string) =>
    text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return `${cells.map(quoteCell).join(delimiter)}\r\n`;
}
