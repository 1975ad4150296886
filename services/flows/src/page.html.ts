import { type Html, html } from "@tenant-ops/kit/http";
import type { Language } from "./languages.js";
import { styleElement } from "./page.css.js";
import { getProblemText, type FormView, renderQuestion, getLabel } from "./page.questions.html.js";
import { type PageTexts, pageTexts } from "./page.texts.js";

/** The registration form. It has no `action`, so browsers send it to the address of the page. */
export function renderFormPage(view: FormView): string {
  const words = pageTexts[view.language];
  const { name, problems, fields } = view;
  const hasProblems = problems.size > 0;
  const hasOptional = fields.some(({ isRequired }) => !isRequired);
  return renderPage(
    view,
    hasProblems ? `${words.error}: ${name}` : name,
    html`<main>
      ${view.isTest && renderTestMark(words)}
      <h1>${name}</h1>
      <p class="lead">${words.lead}</p>
      ${hasOptional && html`<p class="note">${words.allRequired}</p>`} ${hasProblems && renderErrorSummary(view, words)}
      <form method="post" novalidate>
        ${fields.map((field) => renderQuestion(field, view, words))}
        <input type="hidden" name="${submissionName}" value="${view.submission}" />
        <button type="submit">${words.send}</button>
      </form>
    </main>`,
  );
}

/** Name of the hidden input with the submission id. It cannot be the name of a field: those begin with a letter. */
export const submissionName = "_submission";

export type PageMessage = "thanks" | "missing" | "failed" | "unreadable";

/** A page with a title and one sentence. */
export function renderMessagePage(language: Language, message: PageMessage, isTest: boolean): string {
  const words = pageTexts[language];
  const { title, text } = words[message];
  const isSuccess = message === "thanks";
  return renderPage(
    { language, isTest },
    title,
    html`<main class="message">
      ${isTest && renderTestMark(words)}
      <div class="badge" aria-hidden="true">${isSuccess ? "✓" : "!"}</div>
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      ${message === "failed" && html`<a class="button" href="">${words.failed.retry}</a>`}
    </main>`,
  );
}

/** Visible to everyone who opens the page of a sandbox, so that it is not taken for a real one. */
function renderTestMark(words: PageTexts): Html {
  return html`<p class="test">${words.test}</p>`;
}

function renderPage({ language, isTest }: Pick<FormView, "language" | "isTest">, title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${isTest && html`<meta name="robots" content="noindex, nofollow" />`}
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        ${body}
      </body>
    </html> `.text;
}

/** Gets the focus when the page opens, so that screen readers read it first. */
function renderErrorSummary({ fields, problems }: FormView, words: PageTexts): Html {
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
            <a href="#field-${field.value}">${getLabel(field, words)}: ${getProblemText(field, problem, words)}</a>
          </li>`,
      )}
    </ul>
  </div>`;
}
