import { isCountry } from "@tenant-ops/kit/data";
import { stringify } from "csv-stringify/sync";
import { isNumber, isPhone } from "../questions/answers.rules.js";
import { getFieldKind, listFormFields } from "../questions/fields.rules.js";
import type { RegistrationField } from "../questions/fields.types.js";
import type { toRegistrationReply } from "./registrations.replies.js";

type ShownRegistration = ReturnType<typeof toRegistrationReply>;

/** Without it, spreadsheets do not read the file as UTF-8. */
const byteOrderMark = "\uFEFF";

const separators = { comma: ",", semicolon: ";" } as const;

export type CsvSeparator = keyof typeof separators;

/**
 * The separator that spreadsheets of a country expect: where the comma is the decimal sign, they split at `;`.
 * @param country ISO 3166; an unknown one gets the comma of RFC 4180
 */
export function getCsvSeparator(country: string): CsvSeparator {
  if (!isCountry(country)) return "comma";
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  const parts = new Intl.NumberFormat(`${language}-${country}`).formatToParts(0.5);
  return parts.some(({ type, value }) => type === "decimal" && value === ",") ? "semicolon" : "comma";
}

/** A cell that a spreadsheet would calculate begins with an apostrophe: what a visitor entered is never a formula. */
const formula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * A spreadsheet of another country splits at the other separator, and then it also splits what this file has in quotes. So each part that would
 * become a cell of its own is protected like the beginning.
 */
const beforeFormula = {
  comma: /(?<![;\s"])[;\s"]+(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g,
  semicolon: /(?<![,\s"])[,\s"]+(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g,
} as const;

function protect(text: string, separator: CsvSeparator): string {
  const parts = text.replaceAll(beforeFormula[separator], (between) =>
    /[;,\t\r\n]/.test(between) ? `${between}'` : between,
  );
  return formula.test(parts) ? `'${parts}` : parts;
}

interface Column {
  name: string;
  read: (registration: ShownRegistration) => string | null | undefined;
  /** Whether a text is a number or a phone by our own check. It stays as it is, also after a sign. */
  isValue?: (text: string) => boolean;
}

/** The names are the paths of the fields in the answers of the API. */
const first: readonly Column[] = [
  { name: "_id", read: ({ _id }) => _id },
  { name: "state", read: ({ state }) => state },
  { name: "waitsFor", read: ({ waitsFor }) => waitsFor },
  { name: "createdAt", read: ({ createdAt }) => createdAt },
  { name: "completedAt", read: ({ completedAt }) => completedAt },
];

const last: readonly Column[] = [
  { name: "proof.method", read: ({ proof }) => proof?.method },
  { name: "proof.phone", read: ({ proof }) => (proof && "phone" in proof ? proof.phone : ""), isValue: isPhone },
  { name: "proof.email", read: ({ proof }) => (proof && "email" in proof ? proof.email : "") },
  {
    name: "files",
    read: ({ files }) => files.flatMap(({ field, file }) => (file ? [`${field}=${file._id}`] : [])).join(" "),
  },
  { name: "bankValidation.status", read: ({ bankValidation }) => bankValidation?.status },
  { name: "bankValidation.reason", read: ({ bankValidation }) => bankValidation?.reason },
  { name: "redirect.type", read: ({ redirect }) => redirect.type },
  { name: "redirect.targetId", read: ({ redirect }) => redirect.targetId },
  { name: "redirect.url", read: ({ redirect }) => redirect.url },
  { name: "utm.source", read: ({ utm }) => utm.source },
  { name: "utm.medium", read: ({ utm }) => utm.medium },
  { name: "utm.campaign", read: ({ utm }) => utm.campaign },
  { name: "utm.content", read: ({ utm }) => utm.content },
];

/** Reads own properties only, because a question can be called `constructor`. */
const readAnswer =
  (value: string): Column["read"] =>
  ({ answers }) =>
    Object.hasOwn(answers, value) ? answers[value] : "";

function toColumn(question: RegistrationField): Column {
  const column = { name: `answers.${question.value}`, read: readAnswer(question.value) };
  const kind = getFieldKind(question);
  // The answer is checked here too: the question may have been of another type when it was given.
  if (kind === "number") return { ...column, isValue: isNumber };
  return kind === "phone" ? { ...column, isValue: isPhone } : column;
}

/** Registrations as a table: a column for each question of the flow, and one for the answers to questions that it had before. RFC 4180. */
export function createCsvWriter(questions: readonly RegistrationField[], separator: CsvSeparator) {
  const asked = listFormFields(questions);
  const isAsked = new Set(asked.map(({ value }) => value));
  const answers = asked.map(toColumn);
  const others: Column = {
    name: "otherAnswers",
    read: (shown) => {
      const found = Object.entries(shown.answers).filter(([value]) => !isAsked.has(value));
      return found.length > 0 ? JSON.stringify(Object.fromEntries(found)) : "";
    },
  };
  const columns = [...first, ...answers, others, ...last];
  const options = { record_delimiter: "windows", delimiter: separators[separator], quoted_match: /[\r\n]/ } as const;
  const writeCell = (shown: ShownRegistration, { read, isValue }: Column): string => {
    const text = read(shown) ?? "";
    return isValue?.(text) === true ? text : protect(text, separator);
  };
  return {
    head: byteOrderMark + stringify([columns.map(({ name }) => name)], options),
    write: (registrations: readonly ShownRegistration[]) =>
      stringify(
        registrations.map((one) => columns.map((column) => writeCell(one, column))),
        options,
      ),
  };
}
