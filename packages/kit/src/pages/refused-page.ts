import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { getHttpAccess } from "../call/scopes.js";
import type { Refusal } from "../errors/refusal.js";
import { Html, html } from "../http/html.js";
import { createPageHeaders, htmlType, type PagePolicy } from "./headers.js";
import { renderMessagePage } from "./layout.js";
import { getPagePath } from "./page-requests.js";
import { chooseLanguage, type Language, type MessageTexts, type SharedTexts, sharedTexts } from "./texts.js";

export interface RefusedPageOptions extends PagePolicy {
  /** What the visitor has sent. The page keeps it and sends it again; without it, the visitor would have to write it again. */
  form?: URLSearchParams | undefined;
  /** The text after an internal failure, in place of the shared one. */
  failed?: Readonly<Record<Language, MessageTexts>> | undefined;
  /** The pages that are refused in one second try again within so many more. */
  spreadSeconds?: number;
}

/**
 * Tries again: finds the sentence and the form or link by their places. The method of the form is called from its prototype, because a question may
 * be named `submit`.
 */
const script = `const next=document.currentScript.previousElementSibling,said=next.previousElementSibling;
said.textContent=said.dataset.text;
setTimeout(()=>next.tagName==="FORM"?HTMLFormElement.prototype.submit.call(next):location.reload(),said.dataset.seconds*1000)`;
// Built without the `html` template: any added blank would change the hash.
const scriptElement = new Html(`<script>${script}</script>`);
const scriptSource = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/**
 * Answers a refused request of a visitor with a page in the language of the browser. It tries again by itself where waiting helps, and keeps what was
 * sent. A write that may have been carried out is repeated by a button only.
 */
export function sendRefusedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  { form, failed, spreadSeconds = 8, ...policy }: RefusedPageOptions,
): FastifyReply {
  const { status, retryable, mayHaveWritten, retryAfter = 0 } = refusal;
  const language = chooseLanguage(request.headers["accept-language"]);
  const texts = sharedTexts[language];
  const isRead = getHttpAccess(request.method) === "read";
  const isOurs = keepsForm(refusal);
  const seconds =
    isOurs && retryable && (isRead || (form && !mayHaveWritten))
      ? Math.ceil(Math.max(1, retryAfter) + Math.random() * spreadSeconds)
      : undefined;
  const page = renderMessagePage({
    style: policy.style,
    language,
    message: chooseMessage(refusal, isRead, language, failed),
    kind: "problem",
    ...(isOurs && { after: renderNextTry(form ?? (isRead ? "" : getFormPath(request)), texts, seconds) }),
  });
  const headers = createPageHeaders({ ...policy, directives: [["script-src", scriptSource]] });
  return reply.status(status).headers(headers).type(htmlType).send(page);
}

/** Whether the same form may be taken later. */
export const keepsForm = ({ status }: Refusal): boolean => status === 429 || status >= 500;

function chooseMessage(
  { code, status }: Refusal,
  isRead: boolean,
  language: Language,
  failed: RefusedPageOptions["failed"],
): MessageTexts {
  const texts = sharedTexts[language];
  if (code === "rate_limited" || code === "overloaded") return texts.busy;
  if (status >= 500) return failed?.[language] ?? texts.failed;
  return isRead || status === 404 || status === 405 ? texts.missing : texts.unreadable;
}

/** A file cannot be kept: the page of its form asks for it again. */
const getFormPath = (request: FastifyRequest): string => getPagePath(request).replace(/\/files\/[^/]+$/, "");

/** @param next the form to send again, or the address to go to */
function renderNextTry(next: URLSearchParams | string, texts: SharedTexts, seconds: number | undefined): Html {
  const [sentence, timed, action] =
    typeof next === "string"
      ? ["", texts.reloaded, html`<a class="button" href="${next}">${texts.retry}</a>`]
      : [texts.kept, texts.keptAndSent, renderKeptForm(next, texts)];
  if (seconds === undefined)
    return html`<p>${sentence}</p>
      ${action}`;
  // Without scripts, the page promises nothing that only the script does.
  return html`<p data-seconds="${seconds}" data-text="${timed(seconds)}">${sentence}</p>
    ${action}${scriptElement}`;
}

function renderKeptForm(form: URLSearchParams, { sendAgain }: SharedTexts): Html {
  const fields = [...form].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
  return html`<form method="post">${fields}<button type="submit">${sendAgain}</button></form>`;
}
