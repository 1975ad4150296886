import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getHttpAccess } from "../call/scopes.js";
import { isBusinessClosed } from "../data/tenancy/closed-businesses.js";
import { toRefusal } from "../errors/refusal.js";
import { normalizeFastifyError } from "../http/fastify-errors.js";
import { getRequestId } from "../http/request-state.js";
import type { Logger } from "../telemetry/logger.js";
import { createPageHeaders, htmlType, type PagePolicy } from "./headers.js";
import { type MessageView, renderMessagePage } from "./layout.js";
import { sendRefusedPage } from "./refused-page.js";
import { acceptFormsOnly, formBytesMax, getPagePath } from "./page-requests.js";
import { chooseLanguage, type Language, type MessageTexts, sharedTexts } from "./texts.js";

export interface PagesOptions extends PagePolicy {
  logger: Logger;
  /** The text of the page after an internal failure, in place of the shared text. */
  failed?: Readonly<Record<Language, MessageTexts>>;
}

/** The frame of the page for a pass that cannot be used. */
export type BadPassView = Pick<MessageView, "style" | "language" | "isTest">;

/** Registers routes that answer with pages: with the headers of pages, a parser for forms only, and errors as pages. */
export function registerPages(
  app: FastifyInstance,
  options: PagesOptions,
  routes: (pages: FastifyInstance) => void,
): void {
  const headers = createPageHeaders(options);
  void app.register(async (pages) => {
    acceptFormsOnly(pages);
    pages.addHook("onRequest", async (_request, reply) => void reply.headers(headers));
    pages.setErrorHandler((error, request, reply) => sendErrorPage(options, error, request, reply));
    routes(pages);
  });
}

/** Sends a page. Fastify drops the content type of the hook when an error occurs, so it is set again. */
export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.status(status).type(htmlType).send(page);
}

/** The language of a visitor, for pages without a business. */
export function getVisitorLanguage(request: FastifyRequest): Language {
  return chooseLanguage(request.headers["accept-language"]);
}

function sendErrorPage(
  options: PagesOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { style, logger, ...policy } = options;
  const refusal = toRefusal(normalizeFastifyError(error, formBytesMax), getHttpAccess(request.method));
  const { status, retryAfter } = refusal;
  // A visitor cannot do anything about it, and need not know why.
  if (isBusinessClosed(refusal)) return sendMissingPage(request, reply, style);
  if (status >= 500) logger.error({ err: error, requestId: getRequestId(request) }, "page failed");
  if (retryAfter !== undefined) void reply.header("retry-after", String(retryAfter));
  // A failed redirect: when its address is what cannot be sent, this answer could not be sent either.
  void reply.removeHeader("location");
  const form = request.body instanceof URLSearchParams ? request.body : undefined;
  return sendRefusedPage(request, reply, refusal, { style, ...policy, form });
}

/** The page for an unknown address, and for a record that visitors may not see: both get the same. */
export function sendMissingPage(
  request: FastifyRequest,
  reply: FastifyReply,
  style: PagesOptions["style"],
): FastifyReply {
  const language = getVisitorLanguage(request);
  const page = renderMessagePage({ style, language, message: sharedTexts[language].missing, kind: "problem" });
  return sendPage(reply, 404, page);
}

/** The page for a record that visitors have seen, and that its business has switched off. Before that, it is a missing page. */
export function sendEndedPage(
  reply: FastifyReply,
  { name, ...view }: Pick<MessageView, "style" | "language" | "isTest"> & { name: string },
): FastifyReply {
  const message = sharedTexts[view.language].ended(name);
  return sendPage(reply, 404, renderMessagePage({ ...view, message, kind: "problem" }));
}

/** The page for a pass that cannot be used. The pass may still be in the address, so no link may send it as Referer. */
export function sendBadPassPage(request: FastifyRequest, reply: FastifyReply, view: BadPassView): FastifyReply {
  const { language } = view;
  const { badPass: message, withoutPass: text } = sharedTexts[language];
  const link = { href: getPagePath(request), text };
  void reply.header("referrer-policy", "no-referrer");
  return sendPage(reply, 403, renderMessagePage({ ...view, message, kind: "problem", link }));
}

/** A page of a sandbox is not public: the page and this header ask search engines not to list it. */
export function forbidIndexing(reply: FastifyReply): void {
  void reply.header("x-robots-tag", "noindex, nofollow");
}
