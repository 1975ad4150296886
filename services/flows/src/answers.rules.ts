import { isCountry } from "./countries.js";
import { choicesOf, kindOf, type RegistrationField } from "./fields.rules.js";

export type AnswerProblem = "required" | "too_long" | "email" | "phone" | "number" | "date" | "choice";

export interface CheckedAnswers {
  /** By the identifier of the field; empty ones are left out. */
  answers: Record<string, string>;
  /** What is wrong, by the identifier of the field, in the order of the page. */
  problems: Map<string, AnswerProblem>;
}

/** What a visitor typed, tidied and checked against the questions. Everything that was not asked is ignored. */
export function checkAnswers(fields: readonly RegistrationField[], form: URLSearchParams): CheckedAnswers {
  const answers: [string, string][] = [];
  const problems = new Map<string, AnswerProblem>();
  for (const field of fields) {
    const answer = tidied(form.get(field.value) ?? "", kindOf(field) === "textarea");
    const problem = problemOf(field, answer);
    if (problem) problems.set(field.value, problem);
    else if (answer !== "") answers.push([field.value, answer]);
  }
  return { answers: Object.fromEntries(answers), problems };
}

/** Without blanks around it and without invisible control characters; only a text of several lines keeps its line ends. */
function tidied(text: string, hasLines: boolean): string {
  const lines = text.replace(/\r\n?/g, "\n");
  // oxlint-disable-next-line no-control-regex -- control characters are what it is about
  const kept = hasLines ? lines.replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, " ") : lines.replace(/\p{Cc}/gu, " ");
  return kept.trim();
}

function problemOf(field: RegistrationField, answer: string): AnswerProblem | undefined {
  if (answer === "") return field.isRequired ? "required" : undefined;
  const kind = kindOf(field);
  if (answer.length > (kind === "textarea" ? 2000 : 300)) return "too_long";
  switch (kind) {
    case "email":
      return isEmail(answer) ? undefined : "email";
    case "phone":
      return isPhone(answer) ? undefined : "phone";
    case "number":
      return /^[+-]?\d{1,15}([.,]\d{1,10})?$/.test(answer) ? undefined : "number";
    case "date":
      return isDay(answer) ? undefined : "date";
    case "select":
      return choicesOf(field).includes(answer) ? undefined : "choice";
    case "country":
      return isCountry(answer) ? undefined : "choice";
    case "checkbox":
      return answer === "yes" ? undefined : "choice";
    case "text":
    case "textarea":
      return undefined;
    default:
      return kind satisfies never;
  }
}

/** Loose on purpose: only the mail server knows, and a too strict form turns away real people. */
function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>".]{2,}$/.test(text);
}

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, "").length;
  return /^\+?[\d\s().-]+$/.test(text) && digits >= 7 && digits <= 15;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
