import { requireSameOrigin } from "@tenant-ops/kit/http";
import {
  createPageHeaders,
  getForm,
  type MessageTexts,
  registerPages,
  renderMessagePage,
  sendPage,
} from "@tenant-ops/kit/pages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ConsoleContext } from "../context.js";
import { listMembershipsOfPerson } from "../members/members.store.js";
import { describeRedirect, listFormTargets } from "../oauth-clients/redirect-uris.rules.js";
import { findPageLanguage } from "../pages/language.js";
import { findSignedIn } from "../sessions/find-session.js";
import { allowConnection, declineConnection, findPersonScopes, keepForConsent } from "./connections.verbs.js";
import {
  checkAuthorizationRequest,
  createAnswerUrl,
  isOwnRedirect,
  readAuthorizationQuery,
} from "./authorization-request.rules.js";
import { connectTexts, type ConnectTexts } from "./connect.texts.js";
import { type RefusedChoices, renderBusinessChoice, renderConsentPage, style } from "./consent.html.js";
import { type Consent, createConsent, readConsent, writeConsent } from "./consent.js";
import { listOfferedScopes } from "./scopes.rules.js";
import type { Session } from "../sessions/sessions.rules.js";
import type { AuthorizationRequest } from "./connections.rules.js";

type ChooseMessage = (words: ConnectTexts) => MessageTexts;

/** `/connect`: what `/oauth/authorize` leads to. A person who is signed in allows an agent to work in one of their businesses. */
export function connectPages(app: FastifyInstance, options: ConsoleContext): void {
  registerPages(app, { style, logger: options.logger }, (pages) => {
    const config = { withoutCaller: true };
    const handler = (request: FastifyRequest, reply: FastifyReply) => showRequest(options, request, reply);
    pages.route({ method: ["GET", "HEAD"], url: "/connect", config, handler });
    pages.post("/connect", { config }, (request, reply) => answerRequest(options, request, reply));
  });
}

async function showRequest(options: ConsoleContext, request: FastifyRequest, reply: FastifyReply) {
  const params = new URL(request.url, "http://none").searchParams;
  const query = readAuthorizationQuery(params);
  if (!query) return sendMessage(options, request, reply, 400, (words) => words.unreadable);
  // Checked before the client is looked up, so that a caller without a session cannot make this process fetch documents.
  const session = await findSignedIn(options.db, options.cookie, request);
  if (!session) return reply.redirect(`/sign-in?return=${encodeURIComponent(request.url)}`, 303);
  const client = await options.findClient(query.client_id ?? "", session.personId);
  if ("reason" in client)
    return sendMessage(options, request, reply, 400, (words) =>
      client.method === undefined ? words.unknownClient : words.otherMethod(client.method),
    );
  if (!isOwnRedirect(query, client)) return sendMessage(options, request, reply, 400, (words) => words.wrongRedirect);
  const checked = checkAuthorizationRequest(query, client, options.config.PUBLIC_URL);
  if ("error" in checked) {
    const { error, description: error_description } = checked;
    const answer = { error, error_description, state: query.state, issuer: options.config.PUBLIC_URL };
    // Anybody can register a client with an address of their own. A redirect at once would make our address a link to theirs (RFC 9700, 4.11.2).
    const href = createAnswerUrl(query.redirect_uri ?? "", answer);
    return sendMessage(options, request, reply, 400, (words) => words.wrongRequest(client.name), href);
  }
  return showBusiness(options, request, reply, { session, checked, params });
}

/** Asks for the business when the person has several, and otherwise for consent. */
async function showBusiness(
  options: ConsoleContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { session, checked, params }: { session: Session; checked: AuthorizationRequest; params: URLSearchParams },
): Promise<FastifyReply> {
  const businesses = await listOwnBusinesses(options, session.personId);
  const chosen = businesses.length === 1 ? businesses[0] : businesses.find(({ id }) => id === params.get("business"));
  if (chosen) {
    const consent = createConsent({ sessionId: session._id, businessId: chosen.id, request: checked });
    return showConsent(options, request, reply, { session, consent, business: chosen });
  }
  if (businesses.length === 0) return sendMessage(options, request, reply, 403, (words) => words.noBusiness);
  const links = businesses.map(({ id, name }) => {
    params.set("business", id);
    return { name, href: `/connect?${params.toString()}` };
  });
  const language = await findPageLanguage(options, request);
  return sendPage(reply, 200, renderBusinessChoice(language, checked.client.name, links));
}

interface Question {
  session: Session;
  consent: Consent;
  business: OwnBusiness;
  /** The page is shown again with these choices. */
  refused?: RefusedChoices;
}

async function showConsent(
  options: ConsoleContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { session, consent, business, refused }: Question,
): Promise<FastifyReply> {
  const { db, config } = options;
  const { request: asked } = consent;
  const scopes = await findPersonScopes(db, business.id, session.personId, listOfferedScopes(asked.scopes));
  if (scopes.length === 0) return sendMessage(options, request, reply, 403, (words) => words.noAccess);
  await keepForConsent(options, consent);
  // Chrome applies `form-action` to the redirect after the form too.
  void reply.headers(createPageHeaders({ style, formTargets: listFormTargets(asked.redirectUri) }));
  const page = renderConsentPage({
    language: await findPageLanguage(options, request),
    business,
    request: asked,
    scopes,
    consent: writeConsent(config.LINK_SECRET, consent),
    ...(refused && { refused }),
  });
  return sendPage(reply, refused ? 422 : 200, page);
}

/** The answer of the person. The signed question decides what may be allowed at most; the form can only narrow it. */
async function answerRequest(options: ConsoleContext, request: FastifyRequest, reply: FastifyReply) {
  const { db, cookie, config } = options;
  requireSameOrigin(request, config.APP_URL);
  const form = getForm(request);
  const session = await findSignedIn(db, cookie, request);
  const consent = session && readConsent(config.LINK_SECRET, form.get("consent") ?? "", session._id);
  if (!consent) return sendMessage(options, request, reply, 400, (words) => words.answered);
  const { redirectUri, state } = consent.request;
  const answer = { state, issuer: config.PUBLIC_URL };
  if (form.get("decision") !== "allow") {
    if (!(await declineConnection(options, consent)))
      return sendMessage(options, request, reply, 409, (words) => words.answered);
    const refused = { error: "access_denied", error_description: "The person has not allowed it.", ...answer };
    return reply.redirect(createAnswerUrl(redirectUri, refused), 303);
  }
  const business = (await listOwnBusinesses(options, session.personId)).find(({ id }) => id === consent.businessId);
  if (!business) return sendMessage(options, request, reply, 403, (words) => words.noBusiness);
  const narrowing = { areas: form.getAll("area"), isReadOnly: form.get("access") !== "write" };
  const isSandbox = form.get("place") === "sandbox";
  const requireProposal = form.get("approval") === "on";
  const { areas, isReadOnly } = narrowing;
  if (areas.length === 0)
    return showConsent(options, request, reply, {
      ...{ session, consent, business },
      refused: { isSandbox, isReadOnly, requireProposal },
    });
  const allowed = await allowConnection(options, { session, consent, narrowing, requireProposal, isSandbox });
  if ("problem" in allowed)
    return sendMessage(options, request, reply, allowed.status, (words) => words[allowed.problem]);
  return reply.redirect(createAnswerUrl(redirectUri, { code: allowed.code, ...answer }), 303);
}

async function sendMessage(
  options: ConsoleContext,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  choose: ChooseMessage,
  /** Where the program waits for an answer. */
  href?: string,
): Promise<FastifyReply> {
  const language = await findPageLanguage(options, request);
  const words = connectTexts[language];
  const link = href === undefined ? undefined : { href, text: words.back(describeRedirect(href).host) };
  return sendPage(reply, status, renderMessagePage({ style, language, message: choose(words), kind: "problem", link }));
}

interface OwnBusiness {
  id: string;
  name: string;
  requireProposal: boolean;
}

/** The active businesses of a person, in the order in which they joined. */
async function listOwnBusinesses({ db, findBusiness }: ConsoleContext, personId: string): Promise<OwnBusiness[]> {
  const memberships = await listMembershipsOfPerson(db, personId);
  const found = await Promise.all(memberships.map(({ businessId }) => findBusiness(businessId)));
  return found.flatMap((business) => {
    if (!business?.active) return [];
    const { id, name, requireProposal } = business;
    return { id, name, requireProposal };
  });
}
