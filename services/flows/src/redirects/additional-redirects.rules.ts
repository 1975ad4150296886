import { isCountry } from "@tenant-ops/kit/data";
import { checkEach, invalid, quote } from "@tenant-ops/kit/errors";
import { getFieldKind, parseChoices, type RegistrationField } from "../questions/fields.rules.js";
import { say, type Sentence } from "../questions/sentences.rules.js";
import {
  type FoundTarget,
  planRedirect,
  type Redirect,
  type RedirectNames,
  requireTarget,
  type ShownTarget,
  type RequestedRedirect,
} from "./redirects.rules.js";

/** An answer that a visitor must have given. */
export interface RedirectCondition {
  /** Identifier of a question with choices: select, country or checkbox. */
  field: string;
  isOneOf: string[];
}

/** A further destination of a flow. Without a condition it is for every visitor. */
export interface AdditionalRedirect {
  redirect: Redirect;
  condition: RedirectCondition | null;
}

/** A further destination as a request gives it. */
export interface RequestedAdditionalRedirect {
  redirect: RequestedRedirect;
  condition: RedirectCondition | null;
}

/** The main redirect and the additional ones of a flow. */
export interface Destinations {
  redirect: Redirect;
  /** Tried in their order before `redirect`. Absent: none. */
  additionalRedirects?: AdditionalRedirect[];
}

/**
 * Checks the additional redirects of a request against the questions that the flow will have.
 * @throws Refusal redirect_mismatch, redirect_url_refused, invalid_argument
 */
export function planAdditionalRedirects(
  requested: readonly RequestedAdditionalRedirect[],
  fields: readonly RegistrationField[],
  allowHttpLoopback: boolean,
): AdditionalRedirect[] {
  return checkEach(requested, ({ redirect, condition }, index) => ({
    redirect: planRedirect(redirect, allowHttpLoopback, toNames(index)),
    condition: condition && planCondition(condition, fields, `additionalRedirects[${index}].condition`),
  }));
}

function toNames(index: number): RedirectNames {
  const path = `additionalRedirects[${index}].redirect`;
  return { type: `${path}.type`, targetId: `${path}.targetId`, url: `${path}.url` };
}

function planCondition(
  { field: name, isOneOf }: RedirectCondition,
  fields: readonly RegistrationField[],
  path: string,
): RedirectCondition {
  const field = fields.find(({ value }) => value === name);
  if (!field)
    throw invalid(`${path}.field`, `the flow has no question with the value ${quote(name)}.`, "unknown_question");
  const accepts = findAcceptedAnswers(field);
  if (!accepts) {
    const detail = `${quote(name)} has no choices; name a select, country or checkbox.`;
    throw invalid(`${path}.field`, detail, "question_without_choices");
  }
  const unknown = isOneOf.find((answer) => !accepts(answer));
  if (unknown !== undefined)
    throw invalid(`${path}.isOneOf`, `${quote(unknown)} is no answer to ${quote(name)}.`, "no_answer");
  return { field: name, isOneOf: [...new Set(isOneOf)] };
}

/** Whether a text can be the answer; undefined for a question that accepts any text. */
function findAcceptedAnswers(field: RegistrationField): ((answer: string) => boolean) | undefined {
  switch (getFieldKind(field)) {
    case "select":
      return (answer) => parseChoices(field).includes(answer);
    case "country":
      return isCountry;
    case "checkbox":
      return (answer) => answer === "yes";
    default:
      return undefined;
  }
}

/**
 * The possible destinations for these answers, in order: the additional redirects whose condition the answers meet, then the main redirect.
 */
export function listDestinations(
  { redirect, additionalRedirects = [] }: Destinations,
  answers: Readonly<Record<string, string>>,
): [Redirect, ...Redirect[]] {
  const matching = additionalRedirects.filter(({ condition }) => !condition || meets(condition, answers));
  const [first, ...others] = [...matching.map((additional) => additional.redirect), redirect];
  return [first ?? redirect, ...others];
}

function meets({ field, isOneOf }: RedirectCondition, answers: Readonly<Record<string, string>>): boolean {
  const answer = Object.hasOwn(answers, field) ? answers[field] : undefined;
  return answer !== undefined && isOneOf.includes(answer);
}

/** @throws Refusal target_not_found, target_wrong_kind */
export function requireAdditionalTargets(
  additional: readonly AdditionalRedirect[],
  targets: readonly FoundTarget[],
): void {
  checkEach(additional, ({ redirect }, index) => {
    const found = targets[index];
    if (found) requireTarget(redirect, found, toNames(index));
  });
}

/** Warnings about the order and the conditions. */
export function additionalRedirectWarnings({
  additionalRedirects = [],
  registrationFields,
}: Pick<Destinations, "additionalRedirects"> & { registrationFields: readonly RegistrationField[] }): Sentence[] {
  const broken = additionalRedirects.flatMap(({ condition }, index) =>
    condition && !isPossible(condition, registrationFields)
      ? [say("additional_redirect_never_used", { place: index + 1, question: condition.field })]
      : [],
  );
  const unconditional = additionalRedirects.findIndex(({ condition }) => !condition);
  const isLast = unconditional === -1 || unconditional === additionalRedirects.length - 1;
  if (isLast) return broken;
  return [...broken, say("additional_redirect_hides_others", { place: unconditional + 1 })];
}

/** The questions may have changed since the condition was written. */
function isPossible({ field: name, isOneOf }: RedirectCondition, fields: readonly RegistrationField[]): boolean {
  const field = fields.find(({ value }) => value === name);
  const accepts = field && findAcceptedAnswers(field);
  return accepts !== undefined && isOneOf.some(accepts);
}

/** Warnings about additional targets that visitors cannot use now. */
export function additionalTargetWarnings(
  additional: readonly AdditionalRedirect[],
  targets: readonly ShownTarget[],
): Sentence[] {
  return additional.flatMap(({ redirect: { type } }, index) => {
    const status = targets[index]?.status ?? "unknown";
    if (status === "active" || status === "unknown") return [];
    const code = status === "missing" ? "additional_target_missing" : "additional_target_inactive";
    return [say(code, { place: index + 1, type })];
  });
}
