import { createSystemCall } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import { createToken, hashToken, html, type Html, requireSameOrigin, type TokenCookie } from "@tenant-ops/kit/http";
import { getForm, type Language, registerPages, renderMessagePage, renderPage, sendPage } from "@tenant-ops/kit/pages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ConsoleContext } from "../context.js";
import { findPageLanguage } from "../pages/language.js";
import { style } from "../pages/style.js";
import { findPerson } from "../people/people.store.js";
import { findSignedIn } from "../sessions/find-session.js";
import { startSession } from "../sessions/sessions.verbs.js";
import { type InvitationTexts, invitationTexts } from "./invitations.texts.js";
import { findInvitationByHash } from "./invitations.store.js";
import { mayRecover, type redeemInvitation } from "./invitations.verbs.js";
import type { Person } from "../people/people.rules.js";
import type { Session } from "../sessions/sessions.rules.js";
import type { Invitation } from "./invitations.rules.js";

const path = "/invitation/:token";

type PageContext = ConsoleContext & { redeemInvitation: ReturnType<typeof redeemInvitation> };

/** The page of an invitation. Only its button uses the link up, because mail scanners and link previews open links too. */
export function invitationPages(app: FastifyInstance, options: PageContext): void {
  registerPages(app, { style, logger: options.logger }, (pages) => {
    const config = { withoutCaller: true };
    const handler = (request: FastifyRequest, reply: FastifyReply) => showInvitation(options, request, reply);
    pages.route({ method: ["GET", "HEAD"], url: path, config, handler });
    pages.post(path, { config }, (request, reply) => useInvitation(options, request, reply));
  });
}

async function showInvitation(options: PageContext, request: FastifyRequest, reply: FastifyReply) {
  const { db, cookie, findBusiness } = options;
  const invitation = await findOpenInvitation(db, request);
  const business = invitation && (await findBusiness(invitation.businessId));
  if (!invitation || !business?.active) return sendGone(options, request, reply);
  const language = await findPageLanguage(options, request);
  const words = invitationTexts[language];
  const { isRecovery, inviterId, invitedBy, name } = invitation;
  const title = isRecovery ? words.return(business.name) : words.join(business.name);
  const joinLead =
    inviterId === null ? words.joinLeadOfOperator(business.name) : words.joinLead(invitedBy, business.name);
  const lead = isRecovery ? words.returnLead(name) : joinLead;
  const signedIn = isRecovery ? undefined : await findSignedInPerson(db, cookie, request);
  const content = html`<h1>${title}</h1>
    <p class="lead">${lead}</p>
    <p class="note">${words.once}</p>
    ${
      signedIn
        ? renderChoice(words, language, signedIn.person, name)
        : html`<form method="post">
            <button type="submit">${isRecovery ? words.returnButton : words.joinButton}</button>
          </form>`
    }`;
  return sendPage(reply, 200, renderPage({ style, language, title }, content));
}

/** For a browser in which a person is signed in: the buttons let the visitor choose who joins. */
function renderChoice(words: InvitationTexts, language: Language, signedIn: Person, name: string): Html {
  return html`<form method="post" class="choices">
    ${renderPasskeys(words, language, signedIn)}
    <button type="submit" name="as" value="${signedIn._id}">${words.joinAs(signedIn.name)}</button>
    <button type="submit" name="as" value="new" class="second">${words.joinAsNew(name)}</button>
  </form>`;
}

/** The passkeys that whoever made a link may have added. */
function renderPasskeys(words: InvitationTexts, language: Language, { passkeys = [] }: Person): Html | undefined {
  const doubtful = passkeys.filter(({ isFromLink }) => isFromLink);
  if (doubtful.length === 0) return undefined;
  const day = new Intl.DateTimeFormat(language, { dateStyle: "long" });
  return html`<fieldset>
    <legend>${words.passkeys}</legend>
    <p class="hint">${words.passkeysHint}</p>
    ${doubtful.map(
      ({ _id, name, createdAt }) =>
        html`<div class="check">
          <input type="checkbox" name="passkey" id="${_id}" value="${_id}" />
          <label for="${_id}">${name} · ${words.addedOn(day.format(createdAt))}</label>
        </div>`,
    )}
  </fieldset>`;
}

async function useInvitation(options: PageContext, request: FastifyRequest, reply: FastifyReply) {
  const { db, cookie, config, redeemInvitation } = options;
  requireSameOrigin(request, config.APP_URL);
  const invitation = await findOpenInvitation(db, request);
  if (!invitation) return sendGone(options, request, reply);
  const form = getForm(request);
  const as = form.get("as") ?? "new";
  const signedIn = invitation.isRecovery ? undefined : await findSignedInPerson(db, cookie, request);
  const path = `/b/${invitation.businessId}`;
  const newPasskey = `/sign-in/new-passkey?return=${encodeURIComponent(path)}`;
  const call = createSystemCall(invitation.businessId, "redeem invitation");
  if (as !== "new") {
    // Since the page was shown, the person has signed out, or another one has signed in.
    if (signedIn?.person._id !== as) return reply.redirect(request.url, 303);
    const [token, knownPasskeys] = [createToken(), form.getAll("passkey")];
    const joining = { ...signedIn, tokenHash: hashToken(token), knownPasskeys };
    const joined = await redeemInvitation(call, { invitation, as: joining });
    if (!joined) return sendGone(options, request, reply);
    cookie.set(reply, token);
    return reply.redirect(joined.passkeys === 0 ? newPasskey : path, 303);
  }
  const used = await redeemInvitation(call, { invitation });
  if (!used) return sendGone(options, request, reply);
  const token = await startSession(options, {
    ...{ personId: used.personId, startedBy: "link", isFromLink: true, provenAt: new Date(), request },
    isStillAllowed: () => mayRecover(db, invitation),
  });
  if (token === undefined) return sendGone(options, request, reply);
  cookie.set(reply, token);
  return reply.redirect(newPasskey, 303);
}

/** A person who can join with an account that exists. */
async function findSignedInPerson(
  db: Database,
  cookie: TokenCookie,
  request: FastifyRequest,
): Promise<{ person: Person; session: Session } | undefined> {
  const session = await findSignedIn(db, cookie, request);
  const person = session && (await findPerson(db, session.personId));
  // The identity provider of one business must not give access to another one.
  return session && person?.identityOf === undefined && person ? { person, session } : undefined;
}

async function findOpenInvitation(db: Database, request: FastifyRequest): Promise<Invitation | undefined> {
  const { token } = request.params as { token: string };
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return undefined;
  const found = await findInvitationByHash(db, hashToken(token));
  return found && !found.usedAt && found.expiresAt > new Date() ? found : undefined;
}

async function sendGone(options: PageContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const language = await findPageLanguage(options, request);
  const message = invitationTexts[language].gone;
  return sendPage(reply, 404, renderMessagePage({ style, language, message, kind: "problem" }));
}
