import { checkEach, invalid } from "@tenant-ops/kit/errors";
import { requireText } from "@tenant-ops/kit/rpc";
import { cutText, normalizeText, normalizeValue } from "@tenant-ops/kit/texts";
import { say, type Sentence } from "./sentences.rules.js";

/** One question of a page, as it is stored. */
export interface RegistrationField {
  text: string;
  value: string;
  type: string;
  placeholder: string;
  isRequired: boolean;
}

/** How a question is asked. Callers may write any word in `type`; an unknown one becomes `text`. */
export type FieldKind = FormFieldKind | "document";

/** The form control of a question. A `document` is asked on a page of its own after the form. */
export type FormFieldKind =
  | "text"
  | "textarea"
  | "email"
  | "phone"
  | "number"
  | "date"
  | "select"
  | "country"
  | "checkbox";

const fieldKinds = new Map<string, FieldKind>([
  ["text", "text"],
  ["textarea", "textarea"],
  ["email", "email"],
  ["phone", "phone"],
  ["tel", "phone"],
  ["number", "number"],
  ["date", "date"],
  ["select", "select"],
  ["country", "country"],
  ["checkbox", "checkbox"],
  ["document", "document"],
]);

/** How many files a flow may ask of a visitor. */
export const documentQuestionsMax = 5;

/** The questions of a flow that was created without any. */
const defaultFields: readonly RegistrationField[] = [
  { text: "First Name", value: "first_name", type: "text", placeholder: "", isRequired: true },
  { text: "Last Name", value: "last_name", type: "text", placeholder: "", isRequired: true },
  { text: "Country", value: "country", type: "select", placeholder: "", isRequired: true },
];

/**
 * Checks the fields of a request and fills in absent values.
 * @throws Refusal invalid_argument for an identifier that is malformed or used twice, and for too many documents
 */
export function planFields(given: readonly RegistrationField[]): RegistrationField[] {
  if (given.length === 0) return defaultFields.map((field) => ({ ...field }));
  const planned = checkEach(given, (field, index) => planField(field, `registration_fields[${index}]`));
  checkEach(planned, ({ value }, index) => {
    const earlier = planned.findIndex((field) => field.value === value);
    if (earlier < index) {
      const detail = `"${value}" is already the identifier of field ${earlier}.`;
      throw invalid(`registration_fields[${index}].value`, detail, "duplicate");
    }
  });
  const documents = planned.filter((field) => getFieldKind(field) === "document");
  if (documents.length > documentQuestionsMax) {
    const detail = `at most ${documentQuestionsMax} of them can be of the type document.`;
    throw invalid("registration_fields", detail, "too_many_documents", { max: documentQuestionsMax });
  }
  return planned;
}

function planField(given: RegistrationField, path: string): RegistrationField {
  const text = requireText(`${path}.text`, given.text);
  const value = normalizeValue(given.value) || toFieldIdentifier(text);
  if (!/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(value)) {
    const detail = "write an identifier such as first_name: a letter, then letters, digits, _ and -.";
    throw invalid(`${path}.value`, detail, "identifier");
  }
  return {
    text,
    value,
    type: normalizeValue(given.type).toLowerCase() || "text",
    placeholder: normalizeText(given.placeholder),
    isRequired: given.isRequired,
  };
}

/** "¿Cuál es tu correo?" → `cual_es_tu_correo`. Empty when no character of the text can be used. */
function toFieldIdentifier(text: string): string {
  // oxlint-disable-next-line no-restricted-properties -- it makes an identifier: letters without their accents
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const identifier = plain.replace(/[^a-z0-9]+/g, "_").replace(/^[_0-9]+/, "");
  return cutText(identifier, 64).replace(/_+$/, "");
}

export function getFieldKind(field: RegistrationField): FieldKind {
  const kind = fieldKinds.get(field.type) ?? "text";
  if (kind !== "select") return kind;
  if (parseChoices(field).length > 1) return "select";
  // A select without choices: the list of countries is ours; anything else becomes a text input.
  return /^(country|pais)/i.test(field.value) ? "country" : "text";
}

/** The questions of the form. Documents are asked after it, so that a failed upload loses no answers. */
export function listFormFields(fields: readonly RegistrationField[]): RegistrationField[] {
  return fields.filter((field) => getFieldKind(field) !== "document");
}

/** The choices of a select are in its placeholder, as in `S|M|L`. */
export function parseChoices(field: RegistrationField): string[] {
  if (!field.placeholder.includes("|")) return [];
  const choices = field.placeholder.split("|").map((choice) => choice.trim());
  return [...new Set(choices.filter((choice) => choice !== ""))];
}

/** Warnings about the questions. */
export function fieldWarnings(fields: readonly RegistrationField[]): Sentence[] {
  return fields.flatMap((field) => {
    const { value: question, type } = field;
    if (!fieldKinds.has(type)) return [say("question_type_unknown", { question, type })];
    if (type === "select" && getFieldKind(field) === "text") return [say("question_without_choices", { question })];
    return [];
  });
}
