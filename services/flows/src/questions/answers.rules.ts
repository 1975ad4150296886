import { isCountry } from "@tenant-ops/kit/data";
import { normalizeLines, normalizeText, normalizeValue, toE164 } from "@tenant-ops/kit/texts";
import { getFieldKind, listFormFields, parseChoices, type RegistrationField } from "./fields.rules.js";

export type AnswerProblem = "required" | "too_long" | "email" | "phone" | "number" | "date" | "choice";

interface CheckedAnswers {
  /** Keyed by the identifier of the field. Empty answers are left out. */
  answers: Record<string, string>;
  /** Keyed by the identifier of the field, in the order of the page. */
  problems: Map<string, AnswerProblem>;
}

/** Normalizes the answers of a form and checks them against its questions. Other form fields are ignored. */
export function checkAnswers(fields: readonly RegistrationField[], form: URLSearchParams): CheckedAnswers {
  const answers: [string, string][] = [];
  const problems = new Map<string, AnswerProblem>();
  for (const field of listFormFields(fields)) {
    const given = form.get(field.value) ?? "";
    const isFarTooLong = given.length > givenCharactersMax;
    const answer = isFarTooLong ? "" : normalizeAnswer(field, given);
    const problem = isFarTooLong ? "too_long" : findProblem(field, answer);
    if (problem) problems.set(field.value, problem);
    else if (answer !== "") answers.push([field.value, answer]);
  }
  return { answers: Object.fromEntries(answers), problems };
}

/** Of an answer as it comes; more are not looked at. An answer has fewer without its invisible characters. */
const givenCharactersMax = 8000;

/** The answer as it is stored: a text as people see it, a value as a program reads it, a choice as the flow offers it. */
function normalizeAnswer(field: RegistrationField, given: string): string {
  switch (getFieldKind(field)) {
    case "text":
      return normalizeText(given);
    case "textarea":
      return normalizeLines(given);
    case "select":
      return findChoice(parseChoices(field), given) ?? normalizeText(given);
    default:
      return normalizeValue(given);
  }
}

function findChoice(choices: readonly string[], given: string): string | undefined {
  const [text, value] = [normalizeText(given), normalizeValue(given)];
  return choices.find((choice) => choice === text) ?? choices.find((choice) => normalizeValue(choice) === value);
}

/** The phones among the answers in E.164, by the identifier of the field: the same for all spellings. @param country of the flow */
export function listPhones(
  fields: readonly RegistrationField[],
  answers: Readonly<Record<string, string>>,
  country: string,
): Record<string, string> {
  const phones = listFormFields(fields).flatMap((field): [string, string][] => {
    if (getFieldKind(field) !== "phone" || !Object.hasOwn(answers, field.value)) return [];
    const phone = toE164(answers[field.value] ?? "", country);
    return phone === undefined ? [] : [[field.value, phone]];
  });
  return Object.fromEntries(phones);
}

function findProblem(field: RegistrationField, answer: string): AnswerProblem | undefined {
  if (answer === "") return field.isRequired ? "required" : undefined;
  const kind = getFieldKind(field);
  if (answer.length > (kind === "textarea" ? 2000 : 300)) return "too_long";
  switch (kind) {
    case "email":
      return isEmail(answer) ? undefined : "email";
    case "phone":
      return isPhone(answer) ? undefined : "phone";
    case "number":
      return isNumber(answer) ? undefined : "number";
    case "date":
      return isCalendarDate(answer) ? undefined : "date";
    case "select":
      return parseChoices(field).includes(answer) ? undefined : "choice";
    case "country":
      return isCountry(answer) ? undefined : "choice";
    case "checkbox":
      return answer === "yes" ? undefined : "choice";
    case "text":
    case "textarea":
    // Asked after the form.
    case "document":
      return undefined;
    default:
      return kind satisfies never;
  }
}

/** Loose on purpose: only the mail server knows whether an address exists, and a strict check would refuse valid ones. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>".]{2,}$/.test(text);
}

/** As people write numbers, with a point or a comma, without separators of thousands. */
export const isNumber = (text: string): boolean => /^[+-]?\d{1,15}([.,]\d{1,10})?$/.test(text);

export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return /^\+?[\d\s().-]+$/.test(text) && digits >= 7 && digits <= 15;
}

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
