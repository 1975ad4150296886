import { type Html, html } from "@tenant-ops/kit/http";
import { type Language, renderPage } from "@tenant-ops/kit/pages";
import { style } from "./page.html.js";
import { type FileProblem, type StepTexts, stepTexts } from "./page.steps.texts.js";
import { pageTexts } from "./page.texts.js";
import type { RequestedDocument } from "../registrations/registrations.rules.js";

/** Name of the file in the form of an upload. */
export const fileInputName = "file";

const accepted = ".pdf,.png,.jpg,.jpeg,.txt,application/pdf,image/png,image/jpeg,text/plain";

export interface DocumentsView {
  language: Language;
  isTest: boolean;
  /** Path of this page. */
  path: string;
  documents: readonly RequestedDocument[];
  /** Problems with files, by the `field` of a document. */
  problems: ReadonlyMap<string, FileProblem>;
}

/** One form per document, so that a failed upload loses nothing else, and one to continue. */
export function renderDocumentsPage(view: DocumentsView): string {
  const { language, isTest, documents, problems } = view;
  const words = stepTexts[language];
  const title = problems.size > 0 ? `${pageTexts[language].error}: ${words.title}` : words.title;
  return renderPage(
    { style, language, isTest, title },
    html`<h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      ${problems.size > 0 && renderProblems(view, words)} ${documents.map((one) => renderUpload(one, view, words))}
      <form method="post"><button type="submit">${words.goOn}</button></form>`,
  );
}

function renderUpload(
  { field, text, isRequired, file }: RequestedDocument,
  { language, path, problems }: DocumentsView,
  words: StepTexts,
): Html {
  const problem = problems.get(field);
  const optional = !isRequired && html` <span class="optional">(${pageTexts[language].optional})</span>`;
  const describedBy = [file && `got-${field}`, problem && `error-${field}`].filter(Boolean).join(" ");
  const action = file ? words.replace : words.send;
  return html`<form class="file" method="post" enctype="multipart/form-data" action="${path}/files/${field}">
    <div>
      <label for="file-${field}">${text}${optional}</label>
      ${file && html`<p class="hint" id="got-${field}">&check; ${words.received} · ${formatBytes(file.bytes, language)}</p>`}
      <input
        type="file"
        id="file-${field}"
        name="${fileInputName}"
        accept="${accepted}"
        required
        ${problem && html`aria-invalid="true"`}
        ${describedBy !== "" && html`aria-describedby="${describedBy}"`}
      />
      ${problem && html`<p class="wrong" id="error-${field}">${words.problems[problem]}</p>`}
    </div>
    <button type="submit" class="minor" aria-label="${action}: ${text}">${action}</button>
  </form> `;
}

/** Gets the focus when the page opens, so that screen readers read it first. */
function renderProblems({ language, documents, problems }: DocumentsView, words: StepTexts): Html {
  const wrong = documents.flatMap(({ field, text }) => {
    const problem = problems.get(field);
    return problem ? [{ field, text, problem }] : [];
  });
  return html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title">
    <h2 id="summary-title">${pageTexts[language].correct(wrong.length)}</h2>
    <ul>
      ${wrong.map(
        ({ field, text, problem }) => html`<li><a href="#file-${field}">${text}: ${words.problems[problem]}</a></li>`,
      )}
    </ul>
  </div>`;
}

/** No file that was received has 0 kB. */
function formatBytes(bytes: number, language: Language): string {
  const [value, unit] = bytes < 1_000_000 ? [Math.max(bytes / 1000, 0.1), "kilobyte"] : [bytes / 1_000_000, "megabyte"];
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: 1 }).format(value);
}
