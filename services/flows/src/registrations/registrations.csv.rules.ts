import { byteOrderMark, type CsvSeparator, protectCell, writeCsvRow } from "@tenant-ops/kit/csv";
import type { Language } from "@tenant-ops/kit/pages";
import { isNumber, isPhone } from "../questions/answers.rules.js";
import { getFieldKind, listFormFields, type RegistrationField } from "../questions/fields.rules.js";
import { toLabel } from "../questions/labels.js";
import { csvTexts } from "./registrations.csv.texts.js";
import type { toRegistrationReply } from "./registrations.replies.js";

type Words = (typeof csvTexts)[Language];
type ShownRegistration = ReturnType<typeof toRegistrationReply>;

interface Column {
  name: string;
  read: (registration: ShownRegistration) => string | null | undefined;
  /** Whether a text is a number or a phone by our own check. It stays as it is, also after a sign. */
  isValue?: (text: string) => boolean;
}

const listFirst = (words: Words): Column[] => [
  { name: words.id, read: ({ _id }) => _id },
  { name: words.state, read: ({ state }) => state },
  { name: words.waitsFor, read: ({ waitsFor }) => waitsFor },
  { name: words.createdAt, read: ({ createdAt }) => createdAt },
  { name: words.completedAt, read: ({ completedAt }) => completedAt },
];

const listLast = (words: Words): Column[] => [
  { name: words.proofMethod, read: ({ proof }) => proof?.method },
  { name: words.proofPhone, read: ({ proof }) => (proof && "phone" in proof ? proof.phone : ""), isValue: isPhone },
  { name: words.proofEmail, read: ({ proof }) => (proof && "email" in proof ? proof.email : "") },
  {
    name: words.files,
    read: ({ files }) => files.flatMap(({ field, file }) => (file ? [`${field}=${file._id}`] : [])).join(" "),
  },
  { name: words.bankStatus, read: ({ bankValidation }) => bankValidation?.status },
  { name: words.bankReason, read: ({ bankValidation }) => bankValidation?.reason },
  { name: words.redirectType, read: ({ redirect }) => redirect.type },
  { name: words.redirectId, read: ({ redirect }) => redirect.targetId },
  { name: words.redirectUrl, read: ({ redirect }) => redirect.url },
  { name: words.source, read: ({ utm }) => utm.source },
  { name: words.medium, read: ({ utm }) => utm.medium },
  { name: words.campaign, read: ({ utm }) => utm.campaign },
  { name: words.content, read: ({ utm }) => utm.content },
];

/** Reads own properties only, because a question can be called `constructor`. */
const readAnswer =
  (value: string): Column["read"] =>
  ({ answers }) =>
    Object.hasOwn(answers, value) ? answers[value] : "";

function toColumn(question: RegistrationField, language: Language): Column {
  const column = { name: toLabel(question.text, language), read: readAnswer(question.value) };
  const kind = getFieldKind(question);
  // The answer is checked here too: the question may have been of another type when it was given.
  if (kind === "number") return { ...column, isValue: isNumber };
  return kind === "phone" ? { ...column, isValue: isPhone } : column;
}

/**
 * Registrations as a table: a column for each question of the flow, and one for the answers to questions that it had before. RFC 4180.
 * @param options.language of the names of the columns; programs read the other format
 */
export function createCsvWriter(
  questions: readonly RegistrationField[],
  { language, separator }: { language: Language; separator: CsvSeparator },
) {
  const words = csvTexts[language];
  const asked = listFormFields(questions);
  const isAsked = new Set(asked.map(({ value }) => value));
  const answers = asked.map((question) => toColumn(question, language));
  const others: Column = {
    name: words.otherAnswers,
    read: (shown) => {
      const found = Object.entries(shown.answers).filter(([value]) => !isAsked.has(value));
      return found.length > 0 ? JSON.stringify(Object.fromEntries(found)) : "";
    },
  };
  const columns = [...listFirst(words), ...answers, others, ...listLast(words)];
  const writeCell = (shown: ShownRegistration, { read, isValue }: Column): string => {
    const text = read(shown) ?? "";
    return isValue?.(text) === true ? text : protectCell(text, separator);
  };
  return {
    head:
      byteOrderMark +
      writeCsvRow(
        columns.map(({ name }) => protectCell(name, separator)),
        separator,
      ),
    write: (registrations: readonly ShownRegistration[]) =>
      registrations
        .map((one) =>
          writeCsvRow(
            columns.map((column) => writeCell(one, column)),
            separator,
          ),
        )
        .join(""),
  };
}
