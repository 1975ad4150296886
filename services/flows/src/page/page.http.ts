import { createHash, randomUUID } from "node:crypto";
import type { Call } from "@tenant-ops/kit/call";
import { toPersonWords } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import { getClientAddress } from "@tenant-ops/kit/http";
import { getCountryLanguage, getForm, registerPages, sendPage } from "@tenant-ops/kit/pages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { checkAnswers, listPhones } from "../questions/answers.rules.js";
import { findRequiredProvider } from "../bank/bank-provider.store.js";
import { isBot } from "../visits/bots.rules.js";
import { isRateLimited } from "../limits/visitor-limits.js";
import { computePersonId, createDailySecretCache, type GetDailySecret } from "../visits/daily-secrets.js";
import { checkAcceptance } from "../documents/documents.rules.js";
import { findDestination } from "./page.destination.js";
import type { PageContext } from "./page-context.js";
import { documentPages } from "./page.documents.js";
import { createRequestedFlowFinder, type FlowFinder, type RequestedFlow, toRegistrationPath } from "./page.flows.js";
import { renderFormPage, renderThanksPage, style } from "./page.html.js";
import {
  createSecret,
  getSource,
  getSubmissionId,
  getUserAgent,
  identifyVisitor,
  isCountedVisit,
  listFormTargets,
  setAccessCookie,
} from "./page.requests.js";
import { stepPages } from "./page.steps.js";
import { testRunPages } from "./page.test-run.js";
import { failedTexts } from "./page.texts.js";
import { isTestPage, markIfTest, sendUnavailable, toFormView } from "./page.view.js";
import { type AddPass, createPassAdder } from "../passes/passes.js";
import { identifyByAnswers, toVisitorDetails } from "../passes/passes.rules.js";
import {
  after,
  listNeededSteps,
  type NeededSteps,
  planFirstStage,
  planSteps,
  visitorKeptMs,
} from "../registrations/registration-steps.rules.js";
import type { NewRegistration } from "../registrations/registrations.rules.js";
import { createSignInGate, type SignInGate } from "../sign-in/sign-in-gate.js";
import { signInPages } from "../sign-in/sign-in.pages.js";
import { createSignInCookie } from "../sign-in/sign-in.requests.js";
import { getProof, getUnusedProof, identifyByProof, type Proof, withProvenAnswers } from "../sign-in/sign-ins.rules.js";
import { hashSecret } from "../test-runs/test-runs.rules.js";
import { addUtm, pickUtm } from "../redirects/urls.rules.js";
import { listRefusedPlaces, type PageVisit } from "../visits/visits.rules.js";
import type { Identity } from "../visits/sources.rules.js";
import type { StopPlace } from "../visits/stops.rules.js";

const path = "/flow/*";

interface FormContext extends PageContext {
  finder: FlowFinder;
  getDailySecret: GetDailySecret;
  addPass: AddPass;
  gate: SignInGate;
}

/** The public page of a flow. Visitors have no credential: the slug names the flow and its business. */
export function pageHttp(app: FastifyInstance, shared: PageContext): void {
  const { db, scope, config, logger } = shared;
  const cookie = createSignInCookie(config.CONSOLE_URL);
  const counting = { ...shared, getDailySecret: createDailySecretCache(db) };
  const gate = createSignInGate(scope, cookie, (request, requested) =>
    countRefused(counting, request, requested, ["proof"], "neither"),
  );
  const context: FormContext = {
    ...counting,
    finder: createRequestedFlowFinder(db),
    addPass: createPassAdder(db, config),
    gate,
  };
  registerPages(app, { style, formTargets: listFormTargets(config), logger, failed: failedTexts }, (pages) => {
    const forVisitors = { withoutCaller: true };
    const show = (request: FastifyRequest, reply: FastifyReply) => showForm(context, request, reply);
    pages.route({ method: ["GET", "HEAD"], url: path, config: forVisitors, handler: show });
    pages.post(path, { config: forVisitors }, (request, reply) => submitForm(context, request, reply));
    signInPages(pages, { ...context, cookie });
    testRunPages(pages, context);
    documentPages(pages, context);
    stepPages(pages, context);
  });
}

async function showForm(context: FormContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const requested = await context.finder.findActive(request);
  if (!requested) return sendUnavailable(context.finder, request, reply);
  markIfTest(reply, requested);
  const signIn = await context.gate.find(request, requested);
  const proof = getUnusedProof(signIn, new Date());
  // A visitor with a proof comes from the sign-in page, where the visit was counted.
  if (isCountedVisit(request))
    await countVisit(context, request, requested, {
      ...(proof ? { isProven: true } : { source: getSource(request) }),
      identity: proof ? "proof" : signIn ? "cookie" : "neither",
    });
  if (requested.methods.length > 0 && !proof) return context.gate.show(request, reply, requested);
  return reply.send(renderFormPage(toFormView(requested, proof)));
}

async function submitForm(context: FormContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const requested = await context.finder.findActive(request);
  if (!requested) return sendUnavailable(context.finder, request, reply);
  markIfTest(reply, requested);
  const { flow } = requested;
  const { config } = context;
  const signIn = await context.gate.find(request, requested);
  // Also with a used proof: the same form sent again gets the answer of its registration.
  const proof = getProof(signIn, new Date());
  if (requested.methods.length > 0 && !proof) return askForProof(context, request, reply, requested);
  const form = withProvenAnswers(flow.registrationFields, getForm(request), proof);
  const { answers, problems } = checkAnswers(flow.registrationFields, form);
  const { accepted, missing: notAccepted } = checkAcceptance(flow.documents ?? [], form);
  if (problems.size + notAccepted.size > 0) {
    const places = listRefusedPlaces(problems, notAccepted);
    await countRefused(context, request, requested, places, proof ? "proof" : "neither");
    const submission = getSubmissionId(form) ?? randomUUID();
    return reply
      .status(422)
      .send(renderFormPage({ ...toFormView(requested, proof), typed: form, problems, notAccepted, submission }));
  }
  const { redirect, address } = await findDestination(context, requested, answers);
  const phones = listPhones(flow.registrationFields, answers, flow.country);
  const entered = { answers, phones, proof, redirect, acceptedDocuments: accepted, signInId: signIn?._id };
  const needed = listNeededSteps(flow, (await findRequiredProvider(context.scope(requested.call), flow)) !== undefined);
  const secret = createSecret();
  const registered = await register(
    context,
    request,
    requested,
    { ...entered, needed, secret },
    getSubmissionId(form),
  ).catch((error: unknown) => {
    if (error instanceof Refusal && (error.code === "visitor_proof_used" || isRateLimited(error))) return error;
    throw error;
  });
  if (registered instanceof Refusal) {
    if (!isRateLimited(registered)) return askForProof(context, request, reply, requested);
    await countRefused(context, request, requested, ["limit"], proof ? "proof" : "neither");
    void reply.header("retry-after", String(registered.retryAfter));
    const submission = getSubmissionId(form) ?? randomUUID();
    const view = { ...toFormView(requested, proof), typed: form, submission, isLimited: true };
    return sendPage(reply, 429, renderFormPage(view));
  }
  if (planFirstStage(needed).state === "pending") {
    const stepPath = toRegistrationPath(requested.path, registered);
    setAccessCookie(reply, secret, { path: stepPath, isSecure: config.CONSOLE_URL.startsWith("https:") });
    return reply.redirect(stepPath, 303);
  }
  if (!address) return sendPage(reply, 200, renderThanksPage(getCountryLanguage(flow.country), isTestPage(requested)));
  const named = { answers: { ...answers, ...phones }, proof };
  const target = { ...requested, ...named, registrationId: registered, redirect, address: addUtm(address, flow) };
  return reply.redirect(await context.addPass(reply, target), 303);
}

const askForProof = (context: FormContext, request: FastifyRequest, reply: FastifyReply, requested: RequestedFlow) =>
  context.gate.show(request, reply, requested, { problem: "ended", status: 403 });

type CountingContext = Pick<FormContext, "recordVisit" | "getDailySecret" | "logger">;

async function countRefused(
  context: CountingContext,
  request: FastifyRequest,
  requested: RequestedFlow,
  refusedAt: readonly StopPlace[],
  identity: Identity,
): Promise<void> {
  if (!isBot(getUserAgent(request))) await countVisit(context, request, requested, { refusedAt, identity });
}

async function countVisit(
  context: CountingContext,
  request: FastifyRequest,
  { flow, call }: RequestedFlow,
  seen: Pick<PageVisit, "source" | "isProven" | "refusedAt" | "identity">,
): Promise<void> {
  try {
    const page = { slug: flow.slug, businessId: call.businessId };
    const visitor = await identifyVisitor(request, page, context.getDailySecret);
    await context.recordVisit(call, { flowId: flow._id, visitor, ...seen });
  } catch (error) {
    // A failed count must not keep the page from the visitor.
    context.logger.warn({ err: error, requestId: call.requestId }, "visit not counted");
  }
}

type Entered = Required<Pick<NewRegistration, "answers" | "phones" | "redirect" | "acceptedDocuments">> & {
  proof: Proof | undefined;
  needed: NeededSteps;
  /** Secret of the cookie for the steps after the form. */
  secret: string;
  signInId: string | undefined;
};

/** @returns the id of the registration */
async function register(
  context: FormContext,
  request: FastifyRequest,
  { flow, call }: RequestedFlow,
  entered: Entered,
  submission: string | undefined,
): Promise<string> {
  const { _id: flowId, slug } = flow;
  const { answers, phones, redirect, acceptedDocuments, signInId, needed, secret } = entered;
  // The same form with the same answers is one registration; with other answers the visitor has corrected them.
  const digest = createHash("sha256")
    .update(JSON.stringify([answers, acceptedDocuments]))
    .digest("base64url");
  const registrationCall: Call = submission
    ? { ...call, idempotencyKey: `${submission}|${digest}`, requestDigest: () => digest }
    : call;
  const now = new Date();
  const found = await findVisitor(context, request, { flow, call }, entered, now);
  // A step after the form completes the registration of this person, whatever browser others use.
  const visitor = found && { id: found.personId, expiresAt: found.visitor.expiresAt };
  const secretHash = hashSecret(secret);
  const registration = {
    flowId,
    slug,
    answers,
    ...(Object.keys(phones).length > 0 && { phones }),
    words: toPersonWords(toVisitorDetails(flow.registrationFields, answers, undefined)),
    redirect,
    utm: pickUtm(flow),
    ...(acceptedDocuments.length > 0 && { acceptedDocuments }),
    ...planSteps(needed, { secretHash, visitor, now }),
  };
  const limits = context.signIn.limits.registration(call.businessId, {
    address: getClientAddress(request),
    bytes: Buffer.byteLength(JSON.stringify(registration)),
  });
  const visit = { flowId, registration, limits, ...found, ...(signInId !== undefined && { signInId }) };
  const { registrationId } = await context.recordVisit(registrationCall, visit);
  if (registration.state === "completed") return registrationId;
  // The form was sent twice: the cookie of the first answer may be lost, so this answer sets another one.
  if (registrationCall.replayed) await context.verbs.acceptCookie(call, { registrationId, secretHash });
  else context.signal.notify();
  return registrationId;
}

/**
 * The visitor to count, and who that is; undefined for a bot. A visitor whose registration is pending is stored for longer than a day.
 */
async function findVisitor(
  context: FormContext,
  request: FastifyRequest,
  { flow, call }: Pick<RequestedFlow, "flow" | "call">,
  { answers, phones, proof, needed }: Entered,
  now: Date,
): Promise<Required<Pick<PageVisit, "visitor" | "personId">> | undefined> {
  if (isBot(getUserAgent(request))) return undefined;
  const page = { slug: flow.slug, businessId: call.businessId };
  const visitor = await identifyVisitor(request, page, context.getDailySecret);
  const named = { ...answers, ...phones };
  const identity = proof
    ? identifyByProof(proof)
    : identifyByAnswers(flow.registrationFields, named, JSON.stringify([visitor.id, named]));
  const { secret } = await context.getDailySecret(now);
  const isPending = planFirstStage(needed).state === "pending";
  const expiresAt = isPending ? after(now, visitorKeptMs) : visitor.expiresAt;
  return { visitor: { id: visitor.id, expiresAt }, personId: computePersonId(secret, { ...page, identity }) };
}
