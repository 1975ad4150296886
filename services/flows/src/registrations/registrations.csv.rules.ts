import { stringify } from "csv-stringify/sync";
import type { RegistrationField } from "../questions/fields.types.js";
import type { toRegistrationReply } from "./registrations.replies.js";

type ShownRegistration = ReturnType<typeof toRegistrationReply>;

/** Without it, spreadsheets do not read the file as UTF-8. */
const byteOrderMark = "\uFEFF";

/** RFC 4180. A cell that a spreadsheet would calculate begins with an apostrophe: what a visitor entered is never a formula. */
const options = { record_delimiter: "windows", escape_formulas: true, quoted_match: /[\r\n]/ } as const;

/**
 * In many languages a spreadsheet separates cells at `;`, and then it also splits what this file has in quotes. So each part that would
 * become a cell of its own is protected like the beginning.
 */
const beforeFormula = /(?<![;\s"])[;\s"]+(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
const protectParts = (text: string): string =>
  text.replaceAll(beforeFormula, (between) => (/[;\t\r\n]/.test(between) ? `${between}'` : between));

interface Column {
  name: string;
  read: (registration: ShownRegistration) => string | null | undefined;
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
  { name: "proof.phone", read: ({ proof }) => (proof && "phone" in proof ? proof.phone : "") },
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

/** Registrations as a table: a column for each question of the flow, and one for the answers to questions that it had before. */
export function createCsvWriter(questions: readonly Pick<RegistrationField, "value" | "type">[]) {
  const asked = questions.filter(({ type }) => type !== "document").map(({ value }) => value);
  const isAsked = new Set(asked);
  const answers = asked.map((value): Column => ({ name: `answers.${value}`, read: readAnswer(value) }));
  const others: Column = {
    name: "otherAnswers",
    read: (shown) => {
      const found = Object.entries(shown.answers).filter(([value]) => !isAsked.has(value));
      return found.length > 0 ? JSON.stringify(Object.fromEntries(found)) : "";
    },
  };
  const columns = [...first, ...answers, others, ...last];
  return {
    head: byteOrderMark + stringify([columns.map(({ name }) => name)], options),
    write: (registrations: readonly ShownRegistration[]) =>
      stringify(
        registrations.map((one) => columns.map(({ read }) => protectParts(read(one) ?? ""))),
        options,
      ),
  };
}
