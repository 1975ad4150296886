import { isCountry } from "@tenant-ops/kit/data";
import { getFieldKind, listFormFields, parseChoices } from "./fields.rules.js";
import type { RegistrationField } from "./fields.types.js";

export type AnswerProblem = "required" | "too_long" | "email" | "phone" | "number" | "date" | "choice";

interface CheckedAnswers {
  /** Keyed by the identifier of the field. Empty answers are left out. */
  answers: Record<string, string>;
  /** Keyed by the identifier of the field, in the order of the page. */
  problems: Map<string, AnswerProblem>;
}

/** Cleans the answers of a form and checks them against its questions. Other form fields are ignored. */
export function checkAnswers(fields: readonly RegistrationField[], form: URLSearchParams): CheckedAnswers {
  const answers: [string, string][] = [];
  const problems = new Map<string, AnswerProblem>();
  for (const field of listFormFields(fields)) {
    const answer = cleanAnswer(form.get(field.value) ?? "", getFieldKind(field) === "textarea");
    const problem = findProblem(field, answer);
    if (problem) problems.set(field.value, problem);
    else if (answer !== "") answers.push([field.value, answer]);
  }
  return { answers: Object.fromEntries(answers), problems };
}

/** Removes surrounding blanks and control characters. A text of several lines keeps its line ends. */
function cleanAnswer(text: string, isMultiline: boolean): string {
  const lines = text.replace(/\r\n?/g, "\n");
  // oxlint-disable-next-line no-control-regex -- it removes control characters
  const kept = isMultiline ? lines.replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, " ") : lines.replace(/\p{Cc}/gu, " ");
  return kept.trim();
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
      return /^[+-]?\d{1,15}([.,]\d{1,10})?$/.test(answer) ? undefined : "number";
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
function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>".]{2,}$/.test(text);
}

export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return /^\+?[\d\s().-]+$/.test(text) && digits >= 7 && digits <= 15;
}

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
