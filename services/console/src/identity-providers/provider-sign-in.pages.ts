import type { Keyring } from "@tenant-ops/kit/encryption";
import { rateLimited } from "@tenant-ops/kit/errors";
import { createToken, hashToken, html, requireSameOrigin } from "@tenant-ops/kit/http";
import type { ProviderClient } from "@tenant-ops/kit/oidc";
import { getForm, registerPages, renderMessagePage, renderPage, sendPage } from "@tenant-ops/kit/pages";
import { fixedLimits } from "@tenant-ops/rest/budgets";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FindBusiness } from "../businesses/find-business.js";
import type { LinkSettings } from "../invitations/link-tokens.js";
import { findPageLanguage } from "../pages/language.js";
import { style } from "../pages/style.js";
import { getClientAddress } from "@tenant-ops/kit/http";
import { startSession } from "../sessions/start-session.js";
import { toReturnPath } from "../sign-in/return-path.rules.js";
import type { SignInOptions } from "../sign-in/sign-in.types.js";
import { endsSessions, getRedirectUrl } from "./identity-providers.rules.js";
import {
  countProviderSignIns,
  findProvider,
  insertProviderSignIn,
  readClientSecret,
  takeProviderSignIn,
} from "./identity-providers.store.js";
import type { IdentityProvider } from "./identity-providers.types.js";
import { type ProviderProblem, providerTexts } from "./provider-sign-in.texts.js";
import { signInIdentity } from "./sign-in-identity.js";

export interface ProviderSignInOptions extends SignInOptions {
  findBusiness: FindBusiness;
  providerClient: ProviderClient;
  clientSecretKeys: Keyring;
  config: LinkSettings;
}

const signInMs = 10 * 60_000;
const { openProviderSignInsPerAddress: perAddressMax } = fixedLimits;
const path = "/sign-in/b/:businessId";

/** Signing in with the identity provider of a business. */
export function providerSignInPages(app: FastifyInstance, options: ProviderSignInOptions): void {
  registerPages(app, { style, logger: options.logger }, (pages) => {
    const config = { withoutCaller: true };
    pages.get(path, { config }, (request, reply) => showProvider(options, request, reply));
    pages.post(path, { config }, (request, reply) => goToProvider(options, request, reply));
    pages.get(`${path}/callback`, { config }, (request, reply) => comeBack(options, request, reply));
  });
}

async function showProvider(
  options: ProviderSignInOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { businessId } = request.params as { businessId: string };
  const provider = await findProvider(options.db, businessId);
  const business = provider ? await options.findBusiness(businessId) : undefined;
  if (!provider || !business?.active) return sendProblem(options, request, reply, 404, "missing");
  const language = await findPageLanguage(options, request);
  const texts = providerTexts[language];
  const title = texts.title(business.name);
  const returnTo = (request.query as Record<string, unknown>)["return"];
  const content = html`<h1>${title}</h1>
    <p class="lead">${texts.lead(new URL(provider.issuer).host)}</p>
    <form method="post">
      <input type="hidden" name="return" value="${typeof returnTo === "string" ? returnTo : ""}" />
      <button type="submit">${texts.button}</button>
    </form>`;
  return sendPage(reply, 200, renderPage({ style, language, title }, content));
}

/** The answer is a page that redirects, because the content security policy allows no form to lead to another site. */
async function goToProvider(
  options: ProviderSignInOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, config, browserCookie, providerClient } = options;
  requireSameOrigin(request, config.APP_URL);
  const { businessId } = request.params as { businessId: string };
  const provider = await findProvider(db, businessId);
  if (!provider) return sendProblem(options, request, reply, 404, "missing");
  const address = getClientAddress(request);
  if ((await countProviderSignIns(db, address, perAddressMax)) >= perAddressMax)
    throw rateLimited("Too many attempts were begun and not finished.", signInMs / 1000);
  const settings = readSettings(options, provider);
  if (!settings) return sendProblem(options, request, reply, 503, "unreadable");
  const [state, browser] = [providerClient.createState(), createToken()];
  const target = await providerClient.createAddress(settings, state);
  await insertProviderSignIn(db, {
    _id: hashToken(state),
    binding: hashToken(browser),
    businessId,
    returnPath: toReturnPath(getForm(request).get("return") || `/b/${businessId}`, config.APP_URL),
    address,
    expiresAt: new Date(Date.now() + signInMs),
  });
  browserCookie.set(reply, browser);
  void reply.header("refresh", `0; url=${target.href}`);
  const language = await findPageLanguage(options, request);
  const { title, text, button } = providerTexts[language].goOn;
  const link = { href: target.href, text: button };
  return sendPage(reply, 200, renderMessagePage({ style, language, message: { title, text }, kind: "success", link }));
}

async function comeBack(
  options: ProviderSignInOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, cookie, browserCookie, config, providerClient } = options;
  const { businessId } = request.params as { businessId: string };
  const { state } = request.query as { state?: unknown };
  const binding = browserCookie.readHash(request);
  const isComplete = typeof state === "string" && binding !== undefined;
  // The sign-in that was begun must be one of this business before its code goes to the provider of the business.
  const begun = isComplete ? await takeProviderSignIn(db, { _id: hashToken(state), binding, businessId }) : null;
  const provider = begun && (await findProvider(db, businessId));
  if (!isComplete || !begun || !provider) return sendProblem(options, request, reply, 400, "old");
  const settings = readSettings(options, provider);
  if (!settings) return sendProblem(options, request, reply, 503, "unreadable");
  const { search } = new URL(request.url, config.APP_URL);
  const claims = await providerClient.readAnswer(settings, search, state).catch(() => undefined);
  if (!claims) return sendProblem(options, request, reply, 400, "failed");
  const personId = await signInIdentity(db, provider, claims);
  if (personId === undefined) return sendProblem(options, request, reply, 403, "refused");
  const beginning = {
    personId,
    startedBy: "identityProvider" as const,
    provenAt: claims.authenticatedAt,
    isStillAllowed: async () => {
      const now = await findProvider(db, businessId);
      return now !== null && !endsSessions(provider, now);
    },
  };
  if (!(await startSession(db, cookie, beginning, request, reply)))
    return sendProblem(options, request, reply, 400, "old");
  return reply.redirect(begun.returnPath, 303);
}

/** @returns undefined when the client secret cannot be read; the log says so, because only the operator knows why */
function readSettings({ clientSecretKeys, config, logger }: ProviderSignInOptions, provider: IdentityProvider) {
  const { _id: businessId, issuer, clientId, acceptsMissingEmailVerified } = provider;
  const clientSecret = readClientSecret(clientSecretKeys, provider);
  const redirectUrl = getRedirectUrl(config.APP_URL, businessId);
  if (clientSecret !== undefined) return { issuer, clientId, clientSecret, redirectUrl, acceptsMissingEmailVerified };
  logger.error(
    { businessId },
    "client secret of an identity provider cannot be read, LINK_SECRET lacks what has encrypted it",
  );
  return undefined;
}

async function sendProblem(
  options: ProviderSignInOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  problem: ProviderProblem,
): Promise<FastifyReply> {
  const language = await findPageLanguage(options, request);
  const { problems, again } = providerTexts[language];
  const link = { href: "/sign-in", text: again };
  return sendPage(
    reply,
    status,
    renderMessagePage({ style, language, message: problems[problem], kind: "problem", link }),
  );
}
