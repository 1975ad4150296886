import type { Database } from "@tenant-ops/kit/data";
import { html } from "@tenant-ops/kit/http";
import { getVisitorLanguage, registerPages, renderMessagePage, renderPage, sendPage } from "@tenant-ops/kit/pages";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FindBusiness } from "../businesses/find-business.js";
import { style } from "../pages/style.js";
import { requireSameOrigin } from "../requests/same-origin.js";
import { hashToken, type SessionCookie } from "../sessions/session-cookie.js";
import { startSession } from "../sessions/start-session.js";
import { invitationTexts } from "./invitations.texts.js";
import { findInvitationByHash } from "./invitations.store.js";
import type { Invitation } from "./invitations.types.js";
import { redeemInvitation } from "./redeem-invitation.js";

const path = "/invitation/:token";

export interface InvitationPageOptions {
  db: Database;
  logger: Logger;
  cookie: SessionCookie;
  findBusiness: FindBusiness;
  config: { APP_URL: string };
}

/** The page of an invitation. Only its button uses the link up: mail scanners and previews of chats open links too. */
export function registerInvitationPages(app: FastifyInstance, options: InvitationPageOptions): void {
  registerPages(app, { style, logger: options.logger }, (pages) => {
    const config = { withoutCaller: true };
    pages.route({
      method: ["GET", "HEAD"],
      url: path,
      config,
      handler: (request, reply) => showInvitation(options, request, reply),
    });
    pages.post(path, { config }, (request, reply) => useInvitation(options, request, reply));
  });
}

async function showInvitation(
  { db, findBusiness }: InvitationPageOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const invitation = await findOpenInvitation(db, request);
  const business = invitation && (await findBusiness(invitation.businessId));
  if (!invitation || !business?.active) return sendGone(request, reply);
  const language = getVisitorLanguage(request);
  const words = invitationTexts[language];
  const { isRecovery, invitedBy, name } = invitation;
  const title = isRecovery ? words.return(business.name) : words.join(business.name);
  const lead = isRecovery ? words.returnLead(name) : words.joinLead(invitedBy, business.name);
  const content = html`<h1>${title}</h1>
    <p class="lead">${lead}</p>
    <p class="note">${words.once}</p>
    <form method="post"><button type="submit">${isRecovery ? words.returnButton : words.joinButton}</button></form>`;
  return sendPage(reply, 200, renderPage({ style, language, title }, content));
}

async function useInvitation(
  { db, cookie, config }: InvitationPageOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  requireSameOrigin(request, config.APP_URL);
  const invitation = await findOpenInvitation(db, request);
  const isUsed = invitation !== undefined && (await redeemInvitation(db, invitation));
  if (!isUsed) return sendGone(request, reply);
  await startSession(db, cookie, invitation.personId, request, reply);
  return reply.redirect(`/b/${invitation.businessId}`, 303);
}

async function findOpenInvitation(db: Database, request: FastifyRequest): Promise<Invitation | undefined> {
  const { token } = request.params as { token: string };
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined;
  const found = await findInvitationByHash(db, hashToken(token));
  return found && !found.usedAt && found.expiresAt > new Date() ? found : undefined;
}

function sendGone(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = getVisitorLanguage(request);
  const message = invitationTexts[language].gone;
  return sendPage(reply, 404, renderMessagePage({ style, language, message, kind: "problem" }));
}
