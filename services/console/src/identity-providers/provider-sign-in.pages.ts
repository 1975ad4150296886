import { getClientAddress, hashToken, html, requireSameOrigin } from "@tenant-ops/kit/http";
import { getForm, registerPages, renderMessagePage, renderPage, sendPage } from "@tenant-ops/kit/pages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ConsoleContext } from "../context.js";
import { findPageLanguage } from "../pages/language.js";
import { style } from "../pages/style.js";
import { startSession } from "../sessions/sessions.verbs.js";
import { toReturnPath } from "../sign-in/return-path.rules.js";
import { endsSessions } from "./identity-providers.rules.js";
import { findProvider } from "./identity-providers.store.js";
import {
  beginProviderSignIn,
  readSettings,
  type signInIdentity,
  takeProviderSignIn,
} from "./identity-providers.verbs.js";
import { type ProviderProblem, providerTexts } from "./provider-sign-in.texts.js";

type PageContext = ConsoleContext & { signInIdentity: ReturnType<typeof signInIdentity> };

const path = "/sign-in/b/:businessId";

/** Signing in with the identity provider of a business. */
export function providerSignInPages(app: FastifyInstance, options: PageContext): void {
  registerPages(app, { style, logger: options.logger }, (pages) => {
    const config = { withoutCaller: true };
    pages.get(path, { config }, (request, reply) => showProvider(options, request, reply));
    pages.post(path, { config }, (request, reply) => goToProvider(options, request, reply));
    pages.get(`${path}/callback`, { config }, (request, reply) => comeBack(options, request, reply));
  });
}

async function showProvider(options: PageContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
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
async function goToProvider(options: PageContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { db, config, browserCookie } = options;
  requireSameOrigin(request, config.APP_URL);
  const { businessId } = request.params as { businessId: string };
  const provider = await findProvider(db, businessId);
  if (!provider) return sendProblem(options, request, reply, 404, "missing");
  const begun = await beginProviderSignIn(options, provider, {
    returnPath: toReturnPath(getForm(request).get("return") || `/b/${businessId}`, config.APP_URL),
    address: getClientAddress(request),
  });
  if (!begun) return sendProblem(options, request, reply, 503, "unreadable");
  const { href, browser } = begun;
  browserCookie.set(reply, browser);
  void reply.header("refresh", `0; url=${href}`);
  const language = await findPageLanguage(options, request);
  const { title, text, button } = providerTexts[language].goOn;
  const link = { href, text: button };
  return sendPage(reply, 200, renderMessagePage({ style, language, message: { title, text }, kind: "success", link }));
}

async function comeBack(options: PageContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { db, cookie, browserCookie, config, providerClient } = options;
  const { businessId } = request.params as { businessId: string };
  const { state } = request.query as { state?: unknown };
  const binding = browserCookie.readHash(request);
  const isComplete = typeof state === "string" && binding !== undefined;
  // The sign-in that was begun must be one of this business before its code goes to the provider of the business.
  const begun = isComplete ? await takeProviderSignIn(options, { _id: hashToken(state), binding, businessId }) : null;
  const provider = begun && (await findProvider(db, businessId));
  if (!isComplete || !begun || !provider) return sendProblem(options, request, reply, 400, "old");
  const settings = readSettings(options, provider);
  if (!settings) return sendProblem(options, request, reply, 503, "unreadable");
  const { search } = new URL(request.url, config.APP_URL);
  const claims = await providerClient.readAnswer(settings, search, state).catch(() => undefined);
  if (!claims) return sendProblem(options, request, reply, 400, "failed");
  const personId = await options.signInIdentity(provider, claims);
  if (personId === undefined) return sendProblem(options, request, reply, 403, "refused");
  const token = await startSession(options, {
    ...{ personId, startedBy: "identityProvider", provenAt: claims.authenticatedAt, request },
    isStillAllowed: async () => {
      const now = await findProvider(db, businessId);
      return now !== null && !endsSessions(provider, now);
    },
  });
  if (token === undefined) return sendProblem(options, request, reply, 400, "old");
  cookie.set(reply, token);
  return reply.redirect(begun.returnPath, 303);
}

async function sendProblem(
  options: PageContext,
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
