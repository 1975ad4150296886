import { createHash, randomUUID } from "node:crypto";
import type { Database } from "@tenant-ops/kit/data";
import { getCountryLanguage, getForm, registerPages, sendMissingPage, sendPage } from "@tenant-ops/kit/pages";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { checkAnswers } from "./answers.rules.js";
import { isBot } from "./bots.rules.js";
import type { FlowsConfig } from "./config.js";
import { createDailySecretCache, type GetDailySecret } from "./daily-secrets.js";
import { checkAcceptance } from "./documents.rules.js";
import { findDestination } from "./page.destination.js";
import { registerDocumentPages } from "./page.documents.js";
import { createRequestedFlowFinder, type FlowFinder, type RequestedFlow } from "./page.flows.js";
import { listFormTargets } from "./page.form-targets.js";
import { renderFormPage, renderThanksPage, style } from "./page.html.js";
import { getSubmissionId, getUserAgent, identifyVisitor, isCountedVisit } from "./page.requests.js";
import { registerTestRunPages } from "./page.test-run.js";
import { failedTexts } from "./page.texts.js";
import { isTestPage, markIfTest, toFormView } from "./page.view.js";
import { type AddPass, createPassAdder } from "./passes.js";
import type { NewRegistration } from "./registrations.types.js";
import type { LookUpTarget } from "./target-lookup.js";
import { addUtm } from "./urls.rules.js";
import { createVisitRecorder, type RecordVisit } from "./visits.batch.js";

const path = "/flow/*";

interface PageDependencies {
  config: FlowsConfig;
  lookUpTarget: LookUpTarget;
  logger: Logger;
}

interface PageContext extends PageDependencies {
  finder: FlowFinder;
  recordVisit: RecordVisit;
  getDailySecret: GetDailySecret;
  addPass: AddPass;
}

/** The public page of a flow. Visitors have no credential: the slug names the flow and its business. */
export function pageHttp(app: FastifyInstance, db: Database, dependencies: PageDependencies): void {
  const context: PageContext = {
    ...dependencies,
    finder: createRequestedFlowFinder(db),
    recordVisit: createVisitRecorder(db),
    getDailySecret: createDailySecretCache(db),
    addPass: createPassAdder(db, dependencies.config),
  };
  const { config, logger } = dependencies;
  registerPages(app, { style, formTargets: listFormTargets(config), logger, failed: failedTexts }, (pages) => {
    const forVisitors = { withoutCaller: true };
    const show = (request: FastifyRequest, reply: FastifyReply) => showForm(context, request, reply);
    pages.route({ method: ["GET", "HEAD"], url: path, config: forVisitors, handler: show });
    pages.post(path, { config: forVisitors }, (request, reply) => submitForm(context, request, reply));
    registerTestRunPages(pages, db, context);
    registerDocumentPages(pages, db, context.finder);
  });
}

async function showForm(context: PageContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const requested = await context.finder.findActive(request);
  if (!requested) return sendMissingPage(request, reply, style);
  markIfTest(reply, requested);
  await countVisit(context, request, requested);
  return reply.send(renderFormPage(toFormView(requested)));
}

async function submitForm(context: PageContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const requested = await context.finder.findActive(request);
  if (!requested) return sendMissingPage(request, reply, style);
  markIfTest(reply, requested);
  const { flow } = requested;
  const form = getForm(request);
  const { answers, problems } = checkAnswers(flow.registrationFields, form);
  const { accepted, missing: notAccepted } = checkAcceptance(flow.documents ?? [], form);
  if (problems.size + notAccepted.size > 0) {
    const submission = getSubmissionId(form) ?? randomUUID();
    return reply
      .status(422)
      .send(renderFormPage({ ...toFormView(requested), typed: form, problems, notAccepted, submission }));
  }
  const { redirect, address } = await findDestination(context, requested, answers);
  const entered = { answers, redirect, acceptedDocuments: accepted };
  const registrationId = await register(context, request, requested, entered, getSubmissionId(form));
  if (!address) return sendPage(reply, 200, renderThanksPage(getCountryLanguage(flow.country), isTestPage(requested)));
  const target = { ...requested, registrationId, answers, redirect, address: addUtm(address, flow) };
  return reply.redirect(await context.addPass(reply, target), 303);
}

async function countVisit(context: PageContext, request: FastifyRequest, { flow, call }: RequestedFlow): Promise<void> {
  if (!isCountedVisit(request)) return;
  try {
    const page = { slug: flow.slug, businessId: call.businessId };
    const visitor = await identifyVisitor(request, page, context.getDailySecret);
    await context.recordVisit(call, { flowId: flow._id, visitor });
  } catch (error) {
    // The visitor gets the page even when the visit cannot be counted.
    context.logger.warn({ err: error, requestId: call.requestId }, "visit not counted");
  }
}

type Entered = Required<Pick<NewRegistration, "answers" | "redirect" | "acceptedDocuments">>;

/** @returns the id of the registration */
async function register(
  context: PageContext,
  request: FastifyRequest,
  { flow, call }: RequestedFlow,
  entered: Entered,
  submission: string | undefined,
): Promise<string> {
  const { _id: flowId, slug, source, medium, campaign, content } = flow;
  const { answers, redirect, acceptedDocuments } = entered;
  const registration = {
    flowId,
    slug,
    answers,
    redirect,
    utm: { source, medium, campaign, content },
    ...(acceptedDocuments.length > 0 && { acceptedDocuments }),
  };
  // The same form with the same answers is one registration; with other answers the visitor has corrected them.
  const digest = createHash("sha256")
    .update(JSON.stringify([answers, acceptedDocuments]))
    .digest("base64url");
  const registrationCall = submission
    ? { ...call, idempotencyKey: `${submission}|${digest}`, requestDigest: () => digest }
    : call;
  const page = { slug, businessId: call.businessId };
  const visitor = isBot(getUserAgent(request))
    ? undefined
    : await identifyVisitor(request, page, context.getDailySecret);
  const { registrationId } = await context.recordVisit(registrationCall, {
    flowId,
    registration,
    ...(visitor && { visitor }),
  });
  return registrationId;
}
