import type { AnswerProblem } from "./answers.rules.js";
import { countryChoices } from "./countries.js";
import { choicesOf, kindOf, type RegistrationField } from "./fields.rules.js";
import { type Html, html } from "./html.js";
import { styleElement } from "./page.css.js";
import { type Language, type Texts, texts } from "./texts.js";

export interface FormView {
  language: Language;
  name: string;
  fields: readonly RegistrationField[];
  /** ISO code that a question for the country begins with. */
  country: string;
  /** What was typed, by the identifier of the field. */
  typed: URLSearchParams;
  problems: ReadonlyMap<string, AnswerProblem>;
  /** The same value when the form is sent again, so that an impatient second tap is no second registration. */
  submission: string;
}

/** The registration form. It is sent to where it came from, so it names no address. */
export function formPage(view: FormView): string {
  const words = texts[view.language];
  const { name, problems, fields } = view;
  const hasProblems = problems.size > 0;
  const hasOptional = fields.some(({ isRequired }) => !isRequired);
  return page(
    view.language,
    hasProblems ? `${words.error}: ${name}` : name,
    html`<main>
      <h1>${name}</h1>
      <p class="lead">${words.lead}</p>
      ${hasOptional && html`<p class="note">${words.allRequired}</p>`} ${hasProblems && errorSummary(view, words)}
      <form method="post" novalidate>
        ${fields.map((field) => question(field, view, words))}
        <input type="hidden" name="${submissionName}" value="${view.submission}" />
        <button type="submit">${words.send}</button>
      </form>
    </main>`,
  );
}

/** Not a name that a field can have: those begin with a letter. */
export const submissionName = "_submission";

export type Message = "thanks" | "missing" | "failed" | "tooMuch";

/** A page that says one thing. */
export function messagePage(language: Language, message: Message): string {
  const words = texts[language];
  const { title, text } = words[message];
  const isGood = message === "thanks";
  return page(
    language,
    title,
    html`<main class="message">
      <div class="badge" aria-hidden="true">${isGood ? "✓" : "!"}</div>
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      ${message === "failed" && html`<a class="button" href="">${words.failed.retry}</a>`}
    </main>`,
  );
}

function page(language: Language, title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        ${body}
      </body>
    </html> `.text;
}

/** Read out at once, and first in the focus: whoever cannot see the red lines hears what to correct. */
function errorSummary({ fields, problems }: FormView, words: Texts): Html {
  const wrong = fields.flatMap((field) => {
    const problem = problems.get(field.value);
    return problem ? [{ field, problem }] : [];
  });
  return html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title">
    <h2 id="summary-title">${words.correct(wrong.length)}</h2>
    <ul>
      ${wrong.map(
        ({ field, problem }) =>
          html`<li>
            <a href="#field-${field.value}">${labelOf(field, words)}: ${sentenceOf(field, problem, words)}</a>
          </li>`,
      )}
    </ul>
  </div>`;
}

function question(field: RegistrationField, view: FormView, words: Texts): Html {
  const kind = kindOf(field);
  const { value } = field;
  const problem = view.problems.get(value);
  const hint =
    kind === "phone" && field.placeholder === "" ? words.hints.phone : kind === "checkbox" ? field.placeholder : "";
  const describedBy = [hint && `hint-${value}`, problem && `error-${value}`].filter(Boolean).join(" ");
  const optional = !field.isRequired && html` <span class="optional">(${words.optional})</span>`;
  const label = html`<label for="field-${value}">${labelOf(field, words)}${optional}</label>`;
  const hintLine = hint !== "" && html`<p class="hint" id="hint-${value}">${hint}</p>`;
  const errorLine = problem && html`<p class="wrong" id="error-${value}">${sentenceOf(field, problem, words)}</p>`;
  const control = answerControl(field, view, words, attributes(field, describedBy, problem !== undefined));
  return kind === "checkbox"
    ? html`<div class="check">${control}${label}${hintLine}${errorLine}</div> `
    : html`<div>${label}${hintLine}${control}${errorLine}</div> `;
}

function attributes(field: RegistrationField, describedBy: string, isWrong: boolean): Html {
  const { value, isRequired } = field;
  const complete = autocompleteOf(field);
  return html`id="field-${value}" name="${value}" ${isRequired && html`required`}
  ${isWrong && html`aria-invalid="true"`} ${describedBy !== "" && html`aria-describedby="${describedBy}"`}
  ${complete !== "" && html`autocomplete="${complete}"`}`;
}

function answerControl(field: RegistrationField, view: FormView, words: Texts, common: Html): Html {
  const typed = view.typed.get(field.value) ?? "";
  const hint = html`placeholder="${field.placeholder}"`;
  const placeholder = field.placeholder !== "" && hint;
  const kind = kindOf(field);
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
      return select(common, field.placeholder || words.choose, countryChoices(view.language), chosen);
    }
    case "select": {
      const choices = choicesOf(field).map((choice) => ({ value: choice, label: choice }));
      return select(common, words.choose, choices, typed);
    }
    default:
      return kind satisfies never;
  }
}

function select(
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

function sentenceOf(field: RegistrationField, problem: AnswerProblem, words: Texts): string {
  const kind = kindOf(field);
  if (problem === "required" && kind === "checkbox") return words.unanswered.checkbox;
  if (problem === "required" && (kind === "select" || kind === "country")) return words.unanswered.choice;
  return words.problems[problem];
}

function labelOf(field: RegistrationField, words: Texts): string {
  return words.labels.get(field.text) ?? field.text;
}

/** So that the browser can fill in what it knows; on a phone that is most of the typing. */
function autocompleteOf(field: RegistrationField): string {
  const kind = kindOf(field);
  if (kind === "email") return "email";
  if (kind === "phone") return "tel";
  if (kind === "country") return "country";
  if (/^(first_?name|nombre|given_?name)$/i.test(field.value)) return "given-name";
  if (/^(last_?name|apellidos?|family_?name|surname)$/i.test(field.value)) return "family-name";
  if (/^(full_?name|name|nombre_completo)$/i.test(field.value)) return "name";
  return "";
}
