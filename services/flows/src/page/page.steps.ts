import {
  getCountryLanguage,
  type MessageView,
  renderMessagePage,
  sendMissingPage,
  sendPage,
} from "@tenant-ops/kit/pages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { findAddress } from "./page.destination.js";
import { type FlowFinder, type RequestedRegistration, toRegistrationPath } from "./page.flows.js";
import { renderThanksPage, style } from "./page.html.js";
import type { PageContext } from "./page-context.js";
import { renderDocumentsPage } from "./page.steps.html.js";
import { type FileProblem, stepTexts } from "./page.steps.texts.js";
import { uploadPages } from "./page.uploads.js";
import { isTestPage, markIfTest } from "./page.view.js";
import type { AddPass } from "../passes/passes.js";
import {
  isRefusedAsNotPending,
  listMissingDocuments,
  planNextStage,
  planRefreshSeconds,
} from "../registrations/registration-steps.rules.js";
import { findRegistration } from "../registrations/registrations.store.js";
import { addUtm } from "../redirects/urls.rules.js";

// The pages that are shown after the form while the registration is not complete.

const getStepPath = ({ path, registration }: RequestedRegistration): string =>
  toRegistrationPath(path, registration._id);

const getTexts = ({ flow }: RequestedRegistration) => stepTexts[getCountryLanguage(flow.country)];

function sendDocuments(
  found: RequestedRegistration,
  reply: FastifyReply,
  problems: ReadonlyMap<string, FileProblem> = new Map(),
): FastifyReply {
  const { flow, registration } = found;
  const { documents = [] } = registration;
  const language = getCountryLanguage(flow.country);
  const view = { language, isTest: isTestPage(found), path: getStepPath(found), documents, problems };
  const isLimited = [...problems.values()].includes("limited");
  return sendPage(reply, isLimited ? 429 : problems.size > 0 ? 422 : 200, renderDocumentsPage(view));
}

/** Works without script: the browser reloads the page, less often with time. */
function sendWaiting(found: RequestedRegistration, reply: FastifyReply): FastifyReply {
  const words = getTexts(found);
  const seconds = planRefreshSeconds(found.registration, new Date());
  if (seconds !== undefined) void reply.header("refresh", String(seconds));
  const message = seconds === undefined ? words.later : words.waiting;
  return sendMessage(found, reply, { message, kind: "success", link: { href: "", text: words.refresh } });
}

function sendRejected(found: RequestedRegistration, reply: FastifyReply): FastifyReply {
  return sendMessage(found, reply, { message: getTexts(found).rejected, kind: "problem" });
}

function sendExpired(found: RequestedRegistration, reply: FastifyReply): FastifyReply {
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

const path = "/flow/:slug/registration/:id";

export interface StepContext extends PageContext {
  finder: FlowFinder;
  addPass: AddPass;
}

type AnswerStep = (found: RequestedRegistration, reply: FastifyReply, request: FastifyRequest) => Promise<FastifyReply>;

/** The page after the form of a flow that needs more than its answers. Only the browser that sent the form can open it. */
export function stepPages(pages: FastifyInstance, context: StepContext): void {
  const config = { withoutCaller: true };
  const answer = async (request: FastifyRequest, reply: FastifyReply, step: AnswerStep): Promise<FastifyReply> => {
    const found = await context.finder.findRegistered(request);
    if (!found) return sendMissingPage(request, reply, style);
    markIfTest(reply, found);
    return step(found, reply, request);
  };
  const show: AnswerStep = (found, reply, request) => showStage(context, found, reply, request);
  const finish: AnswerStep = (found, reply) => finishDocuments(context, found, reply);
  pages.route({
    method: ["GET", "HEAD"],
    url: path,
    config,
    handler: (request, reply) => answer(request, reply, show),
  });
  pages.post(path, { config }, (request, reply) => answer(request, reply, finish));
  uploadPages(pages, context, `${path}/files/:field`, (request, reply, receive) =>
    answer(request, reply, async (found) => {
      const refused = await receive(found);
      if (!refused) return reply.redirect(getStepPath(found), 303);
      const { field, problem, retryAfter } = refused;
      if (retryAfter !== undefined) void reply.header("retry-after", String(retryAfter));
      return sendDocuments(await readAgain(context, found), reply, new Map([[field, problem]]));
    }),
  );
}

async function showStage(
  context: StepContext,
  found: RequestedRegistration,
  reply: FastifyReply,
  request: FastifyRequest,
): Promise<FastifyReply> {
  const { state, waitsFor } = found.registration;
  switch (state) {
    case "completed":
      return sendOn(context, found, reply, request);
    case "rejected":
      return sendRejected(found, reply);
    case "expired":
      return sendExpired(found, reply);
    case "pending":
      return waitsFor === "documents" ? sendDocuments(found, reply) : sendWaiting(found, reply);
    default:
      return state satisfies never;
  }
}

async function finishDocuments(
  { verbs, recordVisit, signal }: StepContext,
  found: RequestedRegistration,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { registration, call, flow } = found;
  const { _id: registrationId, visitor, waitsFor } = registration;
  const missing = waitsFor === "documents" ? listMissingDocuments(registration) : [];
  if (missing.length > 0) return sendDocuments(found, reply, new Map(missing.map(({ field }) => [field, "missing"])));
  try {
    if (planNextStage(registration, "documents_sent")?.state === "completed") {
      const completion = { registrationId, event: "documents_sent" as const };
      await recordVisit(call, { flowId: flow._id, completion, ...(visitor && { visitor }) });
    } else {
      await verbs.passToBank(call, { flowId: flow._id, registrationId });
      signal.notify();
    }
  } catch (error) {
    // The form was sent twice, or the time is over: the page shows the present state of the registration.
    if (!isRefusedAsNotPending(error)) throw error;
  }
  return reply.redirect(getStepPath(found), 303);
}

/** To the target of the registration, when it is still active. */
async function sendOn(
  context: StepContext,
  found: RequestedRegistration,
  reply: FastifyReply,
  request: FastifyRequest,
): Promise<FastifyReply> {
  const { flow, call, registration } = found;
  const { _id: registrationId, phones, redirect, utm, proof } = registration;
  const answers = { ...registration.answers, ...phones };
  const address = await findAddress(context, call, redirect);
  // A link checker that requests the page with HEAD gets no pass.
  if (!address || request.method === "HEAD")
    return sendPage(reply, 200, renderThanksPage(getCountryLanguage(flow.country), isTestPage(found)));
  const target = { call, flow, registrationId, answers, redirect, address: addUtm(address, utm), proof };
  return reply.redirect(await context.addPass(reply, target), 303);
}

/** The registration after a write, of this visitor or of a worker. */
async function readAgain({ scope }: StepContext, found: RequestedRegistration): Promise<RequestedRegistration> {
  const { flow, call, registration } = found;
  const stored = await findRegistration(scope(call), flow._id, registration._id);
  return { ...found, registration: stored ?? registration };
}
