import { type Html, html } from "@tenant-ops/kit/http";
import { createPageStyle, type Language, renderPage } from "@tenant-ops/kit/pages";
import { areaWords, keyOnlyScopes, personOnlyWords } from "@tenant-ops/rest/access";
import { describeRedirect } from "../oauth-clients/redirect-uris.rules.js";
import { connectTexts } from "./connect.texts.js";
import { hasWrite, listAreas } from "./scopes.rules.js";
import type { AuthorizationRequest } from "./connections.rules.js";

/** The style sheet of the pages on which a person allows an agent. */
export const style = createPageStyle(`
fieldset { margin: 0; padding: 0; border: 0; display: grid; gap: .75rem; }
legend { margin-bottom: .5rem; padding: 0; font-weight: 700; }
.check label { font-weight: 400; }
button.plain { background: transparent; color: var(--ink); border: 1px solid var(--line); }
button.plain:hover { background: var(--page); }
`);

export interface ConsentView {
  language: Language;
  business: { name: string; requireProposal: boolean };
  request: AuthorizationRequest;
  /** What the person may allow: `listOfferedScopes`, as far as the role allows it. */
  scopes: readonly string[];
  /** The signed question, for the form. */
  consent: string;
  /** What the person has chosen without an area; the page is shown again with these choices. */
  refused?: RefusedChoices;
}

export interface RefusedChoices {
  isSandbox: boolean;
  isReadOnly: boolean;
  requireProposal: boolean;
}

/** The page on which a person allows an agent. It works without script. */
export function renderConsentPage(view: ConsentView): string {
  const { language, business, request } = view;
  const { client } = request;
  const words = connectTexts[language];
  const content = html`<h1>${words.title(client.name)}</h1>
    <p class="lead">${words.lead(client.name, business.name)}</p>
    ${renderClient(view)}
    <form method="post" action="/connect">
      <input type="hidden" name="consent" value="${view.consent}" />
      ${renderPlace(view)} ${renderAreas(view)} ${renderAccess(view)} ${renderNever(language)}
      <button type="submit" name="decision" value="allow">${words.allow}</button>
      <button class="plain" type="submit" name="decision" value="deny" formnovalidate>${words.deny}</button>
    </form>
    <p class="note">${words.revocable}</p>`;
  return renderPage({ style, language, title: words.title(client.name) }, content);
}

function renderClient({ language, request: { client, redirectUri } }: ConsentView): Html {
  const words = connectTexts[language];
  const { host, isThisComputer } = describeRedirect(redirectUri);
  return html`<p class="note"><strong>${client.host ? words.verified(client.host) : words.notVerified}</strong></p>
    <p class="note">${isThisComputer ? words.goesToComputer : words.goesTo(host)}</p>`;
}

/** In the sandbox an agent can be tried out: it has data of its own. */
function renderPlace({ language, business, refused }: ConsentView): Html {
  const words = connectTexts[language];
  const choices = (["business", "sandbox"] as const).map(
    (place) =>
      html`<div class="check">
        <input
          type="radio"
          id="place-${place}"
          name="place"
          value="${place}"
          ${(place === "sandbox") === (refused?.isSandbox ?? false) && html`checked`}
          ${place === "sandbox" && html`aria-describedby="sandbox-hint"`}
        />
        <label for="place-${place}">${place === "sandbox" ? words.sandbox(business.name) : business.name}</label>
        ${place === "sandbox" && html`<p class="hint" id="sandbox-hint">${words.sandboxHint}</p>`}
      </div>`,
  );
  return html`<fieldset>
    <legend>${words.placesTitle}</legend>
    ${choices}
  </fieldset>`;
}

function renderAreas({ language, scopes, refused }: ConsentView): Html {
  const words = connectTexts[language];
  const canWriteSomewhere = hasWrite(scopes);
  const areas = listAreas(scopes).map(({ area, canWrite }) => {
    const { read, write } = areaWords[area];
    return html`<div class="check">
      <input
        type="checkbox"
        id="area-${area}"
        name="area"
        value="${area}"
        ${!refused && html`checked`}
        aria-describedby="area-${area}-hint"
      />
      <label for="area-${area}">${words.areas[area]}${!canWrite && canWriteSomewhere && ` (${words.readsOnly})`}</label>
      <p class="hint" id="area-${area}-hint">
        ${read[language]}.${canWrite && write !== undefined && ` ${write[language]}.`}
      </p>
    </div>`;
  });
  return html`<fieldset>
    <legend>${words.areasTitle}</legend>
    ${refused && html`<p class="wrong" role="alert">${words.noArea}</p>`} ${areas}
  </fieldset>`;
}

function renderAccess({ language, scopes, business, request, refused }: ConsentView): Html {
  const words = connectTexts[language];
  const asked = hasWrite(request.scopes) ? "write" : "read";
  const chosen = refused ? (refused.isReadOnly ? "read" : "write") : asked;
  if (!hasWrite(scopes)) return html`<p class="note">${words.read}</p>`;
  const choices = (["write", "read"] as const).map(
    (access) =>
      html`<div class="check">
        <input
          type="radio"
          id="access-${access}"
          name="access"
          value="${access}"
          ${access === chosen && html`checked`}
        />
        <label for="access-${access}">${words[access]}</label>
      </div>`,
  );
  const approval = business.requireProposal
    ? html`<p class="note">${words.approvalAlways}</p>`
    : html`<div class="check">
        <input
          type="checkbox"
          id="approval"
          name="approval"
          value="on"
          ${refused?.requireProposal === true && html`checked`}
          aria-describedby="approval-hint"
        />
        <label for="approval">${words.approval}</label>
        <p class="hint" id="approval-hint">${words.approvalHint}</p>
      </div>`;
  return html`<fieldset>
    <legend>${words.accessTitle}</legend>
    ${asked === "read" && html`<p class="hint">${words.asksToRead(request.client.name)}</p>`} ${choices} ${approval}
  </fieldset>`;
}

/** What no agent gets, whatever is allowed here. */
function renderNever(language: Language): Html {
  const never = [...Object.values(keyOnlyScopes), personOnlyWords];
  return html`<p class="note">${connectTexts[language].never}</p>
    <ul class="note">
      ${never.map((sentence) => html`<li>${sentence[language]}</li>`)}
    </ul>`;
}

/** For a person with several businesses. Each link is the same request for one of them. */
export function renderBusinessChoice(
  language: Language,
  clientName: string,
  businesses: readonly { name: string; href: string }[],
): string {
  const words = connectTexts[language];
  const links = businesses.map(({ name, href }) => html`<a class="button" href="${href}">${name}</a>`);
  const content = html`<h1>${words.chooseTitle}</h1>
    <p class="lead">${words.chooseLead(clientName)}</p>
    ${links}`;
  return renderPage({ style, language, title: words.chooseTitle }, content);
}
