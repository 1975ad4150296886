import { type Html, html } from "@tenant-ops/kit/http";
import { acceptanceName, type PageDocument } from "../documents/documents.rules.js";
import type { PageTexts } from "./page.texts.js";

/** A document as the form shows it. */
export interface ShownDocument extends Pick<PageDocument, "kind" | "title" | "sha256" | "requiresAcceptance"> {
  href: string;
}

interface AcceptanceView {
  /** What the visitor has sent. */
  typed: URLSearchParams;
  notAccepted: ReadonlySet<string>;
}

/** A link, with a checkbox where visitors must accept the document. */
export function renderDocument(
  document: ShownDocument,
  { typed, notAccepted }: AcceptanceView,
  words: PageTexts,
): Html {
  const { sha256, href, requiresAcceptance } = document;
  const link = html`<a href="${href}">${getDocumentName(document, words)}</a>`;
  if (!requiresAcceptance) return html`<p>${link}</p> `;
  const isWrong = notAccepted.has(sha256);
  const isTicked = typed.getAll(acceptanceName).includes(sha256);
  return html`<div class="check">
    <input
      type="checkbox"
      id="accept-${sha256}"
      name="${acceptanceName}"
      value="${sha256}"
      required
      ${isWrong && html`aria-invalid="true" aria-describedby="error-${sha256}"`}
      ${isTicked && html`checked`}
    />
    <label for="accept-${sha256}">${words.documents.accept} ${link}</label>
    ${isWrong && html`<p class="wrong" id="error-${sha256}">${words.documents.notAccepted}</p>`}
  </div> `;
}

export function getDocumentName({ kind, title }: Pick<ShownDocument, "kind" | "title">, words: PageTexts): string {
  return title || words.documents.kinds[kind];
}
