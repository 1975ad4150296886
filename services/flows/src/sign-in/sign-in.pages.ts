import { decryptSecret } from "@tenant-ops/kit/encryption";
import { Refusal } from "@tenant-ops/kit/errors";
import { getClientAddress, hashToken } from "@tenant-ops/kit/http";
import type { ProviderSettings } from "@tenant-ops/kit/oidc";
import { getForm, getQueryText, sendMissingPage } from "@tenant-ops/kit/pages";
import { toE164 } from "@tenant-ops/kit/texts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isRateLimited } from "../limits/visitor-limits.js";
import type { PageContext } from "../page/page-context.js";
import type { FlowFinder, RequestedFlow } from "../page/page.flows.js";
import { style } from "../page/page.html.js";
import { type IdentityProvider, toSecretOwner } from "../providers/providers.rules.js";
import { readCode } from "./codes.rules.js";
import { sendVisitorCode } from "./send-codes.js";
import { callbackPath, type SignInContext } from "../context.js";
import type { SignInGate } from "./sign-in-gate.js";
import type { SignInCookie } from "./sign-in.requests.js";
import type { SignInProblem } from "./sign-in.texts.js";
import { toProviderProof } from "./sign-ins.rules.js";
import { findSignIn } from "./sign-ins.store.js";
import { attemptCode, endProviderVisit, saveProof } from "./sign-ins.verbs.js";
import { sendUnavailable } from "../page/page.view.js";

export interface SignInPagesContext extends PageContext {
  finder: FlowFinder;
  cookie: SignInCookie;
  gate: SignInGate;
}

const path = "/flow/:slug/sign-in";

interface Step {
  request: FastifyRequest;
  reply: FastifyReply;
  requested: RequestedFlow;
  signInId: string;
}

/** The pages on which a visitor proves who they are, before the form of a flow. */
export function signInPages(pages: FastifyInstance, context: SignInPagesContext): void {
  const { finder, cookie, gate } = context;
  const config = { withoutCaller: true };

  /** Finds the flow and the browser's own sign-in. A form without our cookie is that of another site, or its cookie has expired. */
  const bind =
    (take: (context: SignInPagesContext, step: Step) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const requested = await finder.findActive(request);
      if (!requested) return sendUnavailable(finder, request, reply);
      if (requested.methods.length === 0) return reply.redirect(requested.path, 303);
      const signInId = cookie.readId(request, requested.flow._id);
      if (signInId === undefined) return gate.show(request, reply, requested, { problem: "noCookie", status: 400 });
      return take(context, { request, reply, requested, signInId });
    };

  pages.get(path, { config }, async (request, reply) => {
    const requested = await finder.findActive(request);
    if (!requested) return sendUnavailable(finder, request, reply);
    if (requested.methods.length === 0) return reply.redirect(requested.path, 303);
    return gate.show(request, reply, requested, { asksPhone: getQueryText(request, "phone") === "other" });
  });
  pages.post(`${path}/code`, { config }, bind(sendCode));
  pages.post(`${path}/check`, { config }, bind(checkCode));
  pages.post(`${path}/provider`, { config }, bind(goToProvider));
  pages.get(`${path}/callback/:businessId`, { config, exposeHeadRoute: false }, bind(comeBack));
  pages.get(`${callbackPath}/:businessId`, { config, exposeHeadRoute: false }, (request, reply) => {
    const slug = readSlug(getQueryText(request, "state"));
    if (slug === undefined) return sendMissingPage(request, reply, style);
    // The cookie of a visitor is sent to the paths of its flow only. State and business are checked there.
    const { pathname, search } = new URL(request.url, "http://flow");
    return reply.redirect(`/flow/${slug}${pathname.slice("/flow".length)}${search}`, 303);
  });
}

/** Sends a code to the phone of the form or, without one, again to the phone of the last code. */
async function sendCode(context: SignInPagesContext, { request, reply, requested, signInId }: Step) {
  const { gate, scope, verbs } = context;
  const { call, flow, providers, path: back } = requested;
  const provider = providers?.whatsapp;
  if (!provider || !requested.methods.includes("whatsapp")) return reply.redirect(back, 303);
  const typed = getForm(request).get("phone");
  const phone = typed === null ? (await findSignIn(scope(call), signInId))?.code?.phone : toE164(typed, flow.country);
  const refuse = (problem: SignInProblem, status: number) =>
    gate.show(request, reply, requested, { problem, status, ...(typed !== null && { typed, asksPhone: true }) });
  if (phone === undefined) return refuse(typed === null ? "codeEnded" : "phone", 422);
  const address = getClientAddress(request);
  try {
    const code = { signInId, flowId: flow._id, provider, phone, address };
    const result = await sendVisitorCode({ ...context, ...verbs }, call, code);
    if (!result.sent && result.problem === "recipient") return refuse("recipient", 422);
    if (!result.sent && result.problem !== "unknown") return refuse("unavailable", 503);
  } catch (error) {
    if (!isRateLimited(error)) throw error;
    return refuse(noteLimit(reply, error), 429);
  }
  return reply.redirect(`${back}/sign-in`, 303);
}

async function checkCode(context: SignInPagesContext, { request, reply, requested, signInId }: Step) {
  const { gate, signIn, verbs } = context;
  const typed = readCode(getForm(request).get("code") ?? "");
  if (typed === undefined) return gate.show(request, reply, requested, { problem: "code", status: 422 });
  const now = new Date();
  const code = await attemptCode(context, requested.call, signInId, now);
  if (!code) return gate.show(request, reply, requested, { problem: "codeEnded", status: 422, asksPhone: true });
  if (!signIn.hasher.matches(signInId, typed, code.hash)) {
    const isLast = code.attemptsLeft === 0;
    const problem = isLast ? "codeEnded" : "code";
    return gate.show(request, reply, requested, { problem, status: 422, asksPhone: isLast });
  }
  const proof = { method: "whatsapp", phone: code.phone, at: now } as const;
  const isFirst = await verbs.confirmVisitorCode(requested.call, { signInId, code, proof });
  if (isFirst) signIn.metrics.codes.inc({ outcome: "entered" });
  return reply.redirect(requested.path, 303);
}

async function goToProvider(context: SignInPagesContext, { request, reply, requested, signInId }: Step) {
  const { gate, signIn, verbs } = context;
  const { call, flow, path: back } = requested;
  const settings = readSettings(signIn, requested);
  if (!settings) return reply.redirect(back, 303);
  // The state contains the slug, because all flows of a business share the callback address: it tells to which page the visitor returns.
  const state = `${back.slice("/flow/".length)}.${signIn.providerClient.createState()}`;
  try {
    const visit = { signInId, flowId: flow._id, address: getClientAddress(request), stateHash: hashToken(state) };
    await verbs.visitProvider(call, visit);
    return reply.redirect((await signIn.providerClient.createAddress(settings, state)).href, 303);
  } catch (error) {
    if (isRateLimited(error)) {
      return gate.show(request, reply, requested, { problem: noteLimit(reply, error), status: 429 });
    }
    if (!isProviderFailure(error)) throw error;
    return gate.show(request, reply, requested, { problem: "provider", status: 502 });
  }
}

/** The provider has sent the browser back. */
async function comeBack(context: SignInPagesContext, { request, reply, requested, signInId }: Step) {
  const { gate, signIn } = context;
  const { call } = requested;
  const now = new Date();
  const state = getQueryText(request, "state") ?? "";
  const settings = readSettings(signIn, requested);
  const { businessId } = request.params as { businessId: string };
  // The code of an answer to another business goes nowhere.
  if (businessId !== call.businessId) return sendMissingPage(request, reply, style);
  if (!settings || !(await endProviderVisit(context, call, signInId, hashToken(state), now)))
    return gate.show(request, reply, requested, { problem: "providerEnded", status: 400 });
  const { search } = new URL(request.url, settings.redirectUrl);
  try {
    const claims = await signIn.providerClient.readAnswer(settings, search, state);
    await saveProof(context, call, signInId, toProviderProof(settings.issuer, claims, now));
    return reply.redirect(requested.path, 303);
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    return gate.show(request, reply, requested, { problem: "provider", status: 400 });
  }
}

function readSettings(
  { keyring, getRedirectUrl }: SignInContext,
  { call, methods, providers }: RequestedFlow,
): ProviderSettings | undefined {
  const provider: IdentityProvider | undefined = providers?.identityProvider;
  if (!provider || !methods.includes("identity_provider")) return undefined;
  const { issuer, clientId, clientSecret } = provider;
  const owner = toSecretOwner(call.businessId, "identity_provider");
  const redirectUrl = getRedirectUrl(call);
  return { issuer, clientId, clientSecret: decryptSecret(keyring, clientSecret, owner), redirectUrl };
}

/** The slug in a state that `goToProvider` made. */
function readSlug(state: string | undefined): string | undefined {
  return /^([a-z0-9-]{1,120})\.[A-Za-z0-9_-]{43}$/.exec(state ?? "")?.[1];
}

/** Says when it works again, in the header and in the sentence. */
function noteLimit(reply: FastifyReply, { retryAfter = 0 }: Refusal): SignInProblem {
  void reply.header("retry-after", String(retryAfter));
  return retryAfter > momentSeconds ? "limitedToday" : "limited";
}

const momentSeconds = 120;

const isProviderFailure = (error: unknown): boolean =>
  error instanceof Refusal && error.code === "identity_provider_failed";
