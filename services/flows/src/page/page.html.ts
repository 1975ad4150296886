import { type Html, html } from "@tenant-ops/kit/http";
import { createPageStyle, type Language, renderMessagePage, renderPage } from "@tenant-ops/kit/pages";
import { getDocumentName, renderDocument } from "./page.documents.html.js";
import { getProblemText, type FormView, renderQuestion } from "./page.questions.html.js";
import { stepTexts } from "./page.steps.texts.js";
import { toLabel } from "../questions/labels.js";
import { type PageTexts, pageTexts } from "./page.texts.js";
import { type SignInTexts, signInTexts } from "../sign-in/sign-in.texts.js";

export const style = createPageStyle(`
.file { gap: .75rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; }
.file input { padding: .5rem; }
.minor { border: 1px solid var(--accent); background: transparent; color: var(--accent); }
.minor:hover { color: var(--on-accent); }
form a, .lead a, p a { color: var(--accent); }
h2 { margin: 1.75rem 0 0; font-size: 1.1875rem; }
h2 + form { margin-top: .75rem; }
.or { margin: 1.75rem 0 0; text-align: center; color: var(--soft); }
.proven { font-weight: 600; }
.proven a { display: inline-block; font-weight: 400; }
[readonly] { background: var(--page); }
`);

/** Name of the hidden input with the submission id. It cannot be the name of a field: those begin with a letter. */
export const submissionName = "_submission";

/** The registration form. It has no `action`, so browsers send it to the address of the page. */
export function renderFormPage(view: FormView): string {
  const { language, isTest, name, problems, fields, documents, documentQuestions, notAccepted, isLimited } = view;
  const words = pageTexts[language];
  const hasProblems = problems.size + notAccepted.size > 0;
  const hasOptional = fields.some(({ isRequired }) => !isRequired);
  return renderPage(
    { style, language, isTest, title: hasProblems || isLimited ? `${words.error}: ${name}` : name },
    html`<h1>${name}</h1>
      <p class="lead">${words.lead}</p>
      ${view.proven && renderProven(view.proven, signInTexts[language].proven)}
      ${hasOptional && html`<p class="note">${words.allRequired}</p>`} ${hasProblems && renderErrorSummary(view, words)}
      ${isLimited && renderLimit(words)}
      <form method="post" novalidate>
        ${fields.map((field) => renderQuestion(field, view, words))}
        ${documents.map((document) => renderDocument(document, view, words))}
        ${documentQuestions.length > 0 && html`<p class="hint">${stepTexts[language].ahead} ${documentQuestions.join(", ")}</p>`}
        <input type="hidden" name="${submissionName}" value="${view.submission}" />
        <button type="submit">${words.send}</button>
      </form>`,
  );
}

/** The phone or account that was proved before the form, and a link to prove another one. */
function renderProven(
  { proof, path }: NonNullable<FormView["proven"]>,
  { phone, account, change }: SignInTexts["proven"],
): Html {
  const shown = proof.method === "whatsapp" ? phone(proof.phone) : (proof.email ?? account);
  return html`<p class="proven">&check; ${shown} <a href="${path}/sign-in?phone=other">${change}</a></p>`;
}

/** What a visitor sees after registering when the flow leads nowhere. */
export function renderThanksPage(language: Language, isTest: boolean): string {
  return renderMessagePage({ style, language, isTest, message: pageTexts[language].thanks, kind: "success" });
}

/** Gets the focus as the list of errors does. The answers stand in the form below. */
function renderLimit({ limited }: PageTexts): Html {
  return html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title">
    <h2 id="summary-title">${limited.title}</h2>
    <p>${limited.text}</p>
  </div>`;
}

/** Gets the focus when the page opens, so that screen readers read it first. */
function renderErrorSummary({ language, fields, problems, documents, notAccepted }: FormView, words: PageTexts): Html {
  const refused = documents.filter(({ sha256 }) => notAccepted.has(sha256));
  const wrong = fields.flatMap((field) => {
    const problem = problems.get(field.value);
    return problem ? [{ field, problem }] : [];
  });
  return html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title">
    <h2 id="summary-title">${words.correct(wrong.length + refused.length)}</h2>
    <ul>
      ${wrong.map(
        ({ field, problem }) =>
          html`<li>
            <a href="#field-${field.value}"
              >${toLabel(field.text, language)}: ${getProblemText(field, problem, words)}</a
            >
          </li>`,
      )}
      ${refused.map(
        (document) =>
          html`<li>
            <a href="#accept-${document.sha256}">${getDocumentName(document, words)}: ${words.documents.notAccepted}</a>
          </li>`,
      )}
    </ul>
  </div>`;
}
