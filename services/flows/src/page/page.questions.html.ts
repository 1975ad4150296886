import { countryCodes } from "@tenant-ops/kit/data";
import { type Html, html } from "@tenant-ops/kit/http";
import type { Language } from "@tenant-ops/kit/pages";
import type { AnswerProblem } from "../questions/answers.rules.js";
import { getFieldKind, parseChoices, type RegistrationField } from "../questions/fields.rules.js";
import { signInTexts } from "../sign-in/sign-in.texts.js";
import type { Proof } from "../sign-in/sign-ins.rules.js";
import type { ShownDocument } from "./page.documents.html.js";
import { toLabel } from "../questions/labels.js";
import type { PageTexts } from "./page.texts.js";

interface CountryChoice {
  value: string;
  label: string;
}

const choicesByLanguage = new Map<Language, readonly CountryChoice[]>();

/** All countries with their names in a language, in its alphabetical order. */
function listCountryChoices(language: Language): readonly CountryChoice[] {
  const list = choicesByLanguage.get(language) ?? createCountryChoices(language);
  choicesByLanguage.set(language, list);
  return list;
}

function createCountryChoices(language: Language): CountryChoice[] {
  const names = new Intl.DisplayNames([language], { type: "region" });
  const { compare } = new Intl.Collator(language);
  return countryCodes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((one, other) => compare(one.label, other.label));
}

/** What the form page shows. */
export interface FormView {
  language: Language;
  /** The page of a sandbox. */
  isTest: boolean;
  name: string;
  /** The questions of the form. */
  fields: readonly RegistrationField[];
  /** Texts of the documents that are asked after it. */
  documentQuestions: readonly string[];
  /** ISO code that is selected at first in a question for the country. */
  country: string;
  /** What the visitor has typed, by the identifier of the field. */
  typed: URLSearchParams;
  problems: ReadonlyMap<string, AnswerProblem>;
  /** Nothing more may be registered today. */
  isLimited?: boolean;
  documents: readonly ShownDocument[];
  /** Hashes of documents that the form had to accept and did not. */
  notAccepted: ReadonlySet<string>;
  /** What the visitor has proved before the form, and the fields that it decides. Absent when nothing is asked. */
  proven?: { proof: Proof; fields: ReadonlySet<string>; path: string };
  /** Id of the form. It is the same when the form is sent again, so pressing the button twice makes one registration. */
  submission: string;
}

export function renderQuestion(field: RegistrationField, view: FormView, words: PageTexts): Html {
  const kind = getFieldKind(field);
  const { value } = field;
  const problem = view.problems.get(value);
  const isProven = view.proven?.fields.has(value) === true;
  const hint = isProven
    ? signInTexts[view.language].proven.fixed
    : kind === "phone" && field.placeholder === ""
      ? words.hints.phone
      : kind === "checkbox"
        ? field.placeholder
        : "";
  const describedBy = [hint && `hint-${value}`, problem && `error-${value}`].filter(Boolean).join(" ");
  const optional = !field.isRequired && html` <span class="optional">(${words.optional})</span>`;
  const label = html`<label for="field-${value}">${toLabel(field.text, view.language)}${optional}</label>`;
  const hintLine = hint !== "" && html`<p class="hint" id="hint-${value}">${hint}</p>`;
  const errorLine = problem && html`<p class="wrong" id="error-${value}">${getProblemText(field, problem, words)}</p>`;
  const control = renderControl(
    field,
    view,
    words,
    renderAttributes(field, describedBy, { isWrong: problem !== undefined, isProven }),
  );
  return kind === "checkbox"
    ? html`<div class="check">${control}${label}${hintLine}${errorLine}</div> `
    : html`<div>${label}${hintLine}${control}${errorLine}</div> `;
}

function renderAttributes(
  field: RegistrationField,
  describedBy: string,
  { isWrong, isProven }: { isWrong: boolean; isProven: boolean },
): Html {
  const { value, isRequired } = field;
  const complete = findAutocomplete(field);
  return html`id="field-${value}" name="${value}" ${isRequired && html`required`} ${isProven && html`readonly`}
  ${isWrong && html`aria-invalid="true"`} ${describedBy !== "" && html`aria-describedby="${describedBy}"`}
  ${complete !== "" && html`autocomplete="${complete}"`}`;
}

function renderControl(field: RegistrationField, view: FormView, words: PageTexts, common: Html): Html {
  const typed = view.typed.get(field.value) ?? "";
  const hint = html`placeholder="${field.placeholder}"`;
  const placeholder = field.placeholder !== "" && hint;
  const kind = getFieldKind(field);
  switch (kind) {
    case "text":
      return html`<input
        type="text"
        ${common}
        maxlength="300"
        value="${typed}"
        ${field.type !== "select" && placeholder}
      />`;
    case "email":
      return html`<input
        type="email"
        ${common}
        maxlength="254"
        autocapitalize="none"
        spellcheck="false"
        value="${typed}"
        ${placeholder}
      />`;
    case "phone":
      return html`<input type="tel" ${common} maxlength="40" value="${typed}" ${placeholder} />`;
    case "number":
      return html`<input type="text" inputmode="decimal" ${common} maxlength="30" value="${typed}" ${placeholder} />`;
    case "date":
      return html`<input type="date" ${common} value="${typed}" />`;
    case "checkbox":
      return html`<input type="checkbox" ${common} value="yes" ${typed === "yes" && html`checked`} />`;
    case "textarea":
      return html`<textarea ${common} maxlength="2000" rows="4" ${placeholder}>${typed}</textarea>`;
    case "country": {
      const chosen = view.typed.has(field.value) ? typed : view.country;
      return renderSelect(common, field.placeholder || words.choose, listCountryChoices(view.language), chosen);
    }
    case "select": {
      const choices = parseChoices(field).map((choice) => ({ value: choice, label: choice }));
      return renderSelect(common, words.choose, choices, typed);
    }
    case "document":
      throw new Error("a document is asked after the form");
    default:
      return kind satisfies never;
  }
}

function renderSelect(
  common: Html,
  prompt: string,
  choices: readonly { value: string; label: string }[],
  chosen: string,
): Html {
  const option = ({ value, label }: { value: string; label: string }) =>
    html`<option value="${value}" ${value === chosen && html`selected`}>${label}</option>`;
  return html`<select ${common}>
    <option value="">${prompt}</option>
    ${choices.map(option)}
  </select>`;
}

export function getProblemText(field: RegistrationField, problem: AnswerProblem, words: PageTexts): string {
  const kind = getFieldKind(field);
  if (problem === "required" && kind === "checkbox") return words.unanswered.checkbox;
  if (problem === "required" && (kind === "select" || kind === "country")) return words.unanswered.choice;
  return words.problems[problem];
}

/** The `autocomplete` value with which browsers can fill in the field; empty for none. */
function findAutocomplete(field: RegistrationField): string {
  const kind = getFieldKind(field);
  if (kind === "email") return "email";
  if (kind === "phone") return "tel";
  if (kind === "country") return "country";
  if (/^(first_?name|nombre|given_?name)$/i.test(field.value)) return "given-name";
  if (/^(last_?name|apellidos?|family_?name|surname)$/i.test(field.value)) return "family-name";
  if (/^(full_?name|name|nombre_completo)$/i.test(field.value)) return "name";
  return "";
}
