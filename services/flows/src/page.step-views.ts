import { getCountryLanguage, type MessageView, renderMessagePage, sendPage } from "@tenant-ops/kit/pages";
import type { FastifyReply } from "fastify";
import { type RequestedRegistration, toRegistrationPath } from "./page.flows.js";
import { style } from "./page.html.js";
import { renderDocumentsPage } from "./page.steps.html.js";
import { type FileProblem, stepTexts } from "./page.steps.texts.js";
import { isTestPage } from "./page.view.js";
import { planRefreshSeconds } from "./registration-steps.rules.js";

// The pages that are shown after the form while the registration is not complete.

export const getStepPath = ({ path, registration }: RequestedRegistration): string =>
  toRegistrationPath(path, registration._id);

const getTexts = ({ flow }: RequestedRegistration) => stepTexts[getCountryLanguage(flow.country)];

export function sendDocuments(
  found: RequestedRegistration,
  reply: FastifyReply,
  problems: ReadonlyMap<string, FileProblem> = new Map(),
): FastifyReply {
  const { flow, registration } = found;
  const { documents = [] } = registration;
  const language = getCountryLanguage(flow.country);
  const view = { language, isTest: isTestPage(found), path: getStepPath(found), documents, problems };
  return sendPage(reply, problems.size > 0 ? 422 : 200, renderDocumentsPage(view));
}

/** Works without script: the browser reloads the page, less often with time. */
export function sendWaiting(found: RequestedRegistration, reply: FastifyReply): FastifyReply {
  const words = getTexts(found);
  const seconds = planRefreshSeconds(found.registration, new Date());
  if (seconds !== undefined) void reply.header("refresh", String(seconds));
  const message = seconds === undefined ? words.later : words.waiting;
  return sendMessage(found, reply, { message, kind: "success", link: { href: "", text: words.refresh } });
}

export function sendRejected(found: RequestedRegistration, reply: FastifyReply): FastifyReply {
  return sendMessage(found, reply, { message: getTexts(found).rejected, kind: "problem" });
}

export function sendExpired(found: RequestedRegistration, reply: FastifyReply): FastifyReply {
  const { expired: message, again: text } = getTexts(found);
  return sendMessage(found, reply, { message, kind: "problem", link: { href: found.path, text } });
}

function sendMessage(
  found: RequestedRegistration,
  reply: FastifyReply,
  view: Pick<MessageView, "message" | "kind" | "link">,
): FastifyReply {
  const language = getCountryLanguage(found.flow.country);
  return sendPage(reply, 200, renderMessagePage({ style, language, isTest: isTestPage(found), ...view }));
}
