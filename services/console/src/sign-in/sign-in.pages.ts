import { html, type Html } from "@tenant-ops/kit/http";
import { type Language, registerPages, renderPage, sendPage } from "@tenant-ops/kit/pages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getPageLanguage } from "../pages/language.js";
import { style } from "../pages/style.js";
import { findPerson } from "../people/people.store.js";
import { findSignedIn } from "../sessions/find-session.js";
import { toReturnPath } from "./return-path.rules.js";
import { passkeyDirectives, passkeyScripts } from "./scripts.http.js";
import { newPasskeyTexts, passkeyTexts, signInTexts } from "./sign-in.texts.js";
import type { ConsoleContext } from "../context.js";
import { requirePerson } from "../people/people.rules.js";

/** `/sign-in`: how a person signs in, and `/sign-in/new-passkey`, to which an invitation leads. */
export function signInPages(app: FastifyInstance, options: ConsoleContext): void {
  registerPages(app, { style, logger: options.logger, directives: passkeyDirectives }, (pages) => {
    const config = { withoutCaller: true };
    const method = ["GET", "HEAD"];
    pages.route({ method, url: "/sign-in", config, handler: (...args) => showSignIn(options, ...args) });
    const handler = (request: FastifyRequest, reply: FastifyReply) => showNewPasskey(options, request, reply);
    pages.route({ method, url: "/sign-in/new-passkey", config, handler });
  });
}

async function showSignIn({ db, cookie, config }: ConsoleContext, request: FastifyRequest, reply: FastifyReply) {
  const returnPath = toReturnPath((request.query as Record<string, unknown>)["return"], config.APP_URL);
  const session = await findSignedIn(db, cookie, request);
  const person = session ? ((await findPerson(db, session.personId)) ?? undefined) : undefined;
  const language = getPageLanguage(request, person);
  const texts = signInTexts[language];
  const content = html`<h1>${texts.title}</h1>
    ${
      person &&
      html`<p class="lead">${texts.signedInAs(person.name)}</p>
        <a class="button" href="${returnPath}">${texts.goOn}</a>`
    }
    ${!person && html`<p class="lead">${texts.lead}</p>`}
    ${renderPasskeyButton(language, { action: "signIn", text: texts.button, returnPath })}
    <p class="note">${texts.noPasskey}</p>`;
  return sendPage(reply, 200, renderPage({ style, language, title: texts.title, head: passkeyScripts }, content));
}

/** A person who already has passkeys can open it too, with a link that replaces a lost passkey. */
async function showNewPasskey({ db, cookie, config }: ConsoleContext, request: FastifyRequest, reply: FastifyReply) {
  const session = await findSignedIn(db, cookie, request);
  if (!session) return reply.redirect("/sign-in", 303);
  const person = requirePerson(await findPerson(db, session.personId));
  const returnPath = toReturnPath((request.query as Record<string, unknown>)["return"], config.APP_URL);
  const language = getPageLanguage(request, person);
  const texts = newPasskeyTexts[language];
  const content = html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead(person.name)}</p>
    <p class="note">${texts.note}</p>
    ${renderPasskeyButton(language, { action: "register", text: texts.button, returnPath })}
    <p class="later"><a href="${returnPath}">${texts.later}</a></p>`;
  return sendPage(reply, 200, renderPage({ style, language, title: texts.title, head: passkeyScripts }, content));
}

/** A button that the script of the page makes visible. Without script a sentence says what to do. */
function renderPasskeyButton(
  language: Language,
  { action, text, returnPath }: { action: "signIn" | "register"; text: string; returnPath: string },
): Html {
  const texts = passkeyTexts[language];
  return html`<div
      class="passkey"
      hidden
      data-passkey="${action}"
      data-return="${returnPath}"
      data-waiting="${texts.waiting}"
      data-aborted="${texts.aborted}"
      data-exists="${texts.exists}"
      data-expired="${texts.expired}"
      data-failed="${texts.failed}"
      data-unsupported="${texts.unsupported}"
    >
      <button type="button">${text}</button>
      <p class="status" role="status"></p>
    </div>
    <noscript><p class="status">${texts.withoutScript}</p></noscript>`;
}
