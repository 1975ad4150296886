import { type Html, html } from "@tenant-ops/kit/http";
import { type Language, renderPage } from "@tenant-ops/kit/pages";
import { maskPhone } from "@tenant-ops/kit/texts";
import { style } from "../page/page.html.js";
import type { SignInMethod } from "../providers/providers.rules.js";
import { type SignInProblem, type SignInTexts, signInTexts } from "./sign-in.texts.js";

/** What the page shows on which a visitor proves who they are. */
export interface SignInView {
  language: Language;
  isTest: boolean;
  /** Name of the flow. */
  name: string;
  /** Path of the page of the flow; the paths of the steps are below it. */
  path: string;
  methods: readonly SignInMethod[];
  /** The phone to which a code was sent; absent before. */
  phone?: string | undefined;
  /** What the visitor typed as phone. */
  typed?: string;
  problem?: SignInProblem | undefined;
  /** Host of the identity provider. */
  host: string;
}

/** Works without script: each step is a form, and each answer a page or a redirect to one. */
export function renderSignInPage(view: SignInView): string {
  const { language, isTest, name, methods, problem } = view;
  const words = signInTexts[language];
  const takesPhone = methods.includes("whatsapp");
  const takesAccount = methods.includes("identity_provider");
  return renderPage(
    { style, language, isTest, title: `${words.title}: ${name}` },
    html`<p class="note">${name}</p>
      <h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      ${problem && renderProblem(words.problems[problem])} ${takesPhone && renderWhatsApp(view, words)}
      ${takesPhone && takesAccount && html`<p class="or">${words.or}</p>`}
      ${takesAccount && renderProvider(view, words)}`,
  );
}

/** Gets the focus when the page opens, so that screen readers read it first. */
const renderProblem = (text: string): Html =>
  html`<div class="summary" role="alert" tabindex="-1" autofocus><p>${text}</p></div>`;

function renderWhatsApp(view: SignInView, words: SignInTexts): Html {
  return view.phone === undefined ? renderPhone(view, words) : renderCode(view.phone, view, words);
}

const inPhone: ReadonlySet<SignInProblem | undefined> = new Set(["phone", "recipient"]);

function renderPhone({ path, methods, typed = "", problem }: SignInView, { whatsapp }: SignInTexts): Html {
  const isWrong = inPhone.has(problem);
  return html`${methods.length > 1 && html`<h2>${whatsapp.title}</h2>`}
    <form method="post" action="${path}/sign-in/code" novalidate>
      <div>
        <label for="phone">${whatsapp.phone}</label>
        <p class="hint" id="hint-phone">${whatsapp.hint}</p>
        <input
          type="tel"
          id="phone"
          name="phone"
          required
          maxlength="40"
          autocomplete="tel"
          aria-describedby="hint-phone"
          value="${typed}"
          ${isWrong && html`aria-invalid="true"`}
        />
      </div>
      <button type="submit">${whatsapp.send}</button>
    </form>`;
}

function renderCode(phone: string, { path, problem }: SignInView, { whatsapp }: SignInTexts): Html {
  return html`<p role="status">${whatsapp.sent(maskPhone(phone))}</p>
    <form method="post" action="${path}/sign-in/check" novalidate>
      <div>
        <label for="code">${whatsapp.code}</label>
        <p class="hint" id="hint-code">${whatsapp.codeHint}</p>
        <input
          type="text"
          id="code"
          name="code"
          required
          inputmode="numeric"
          maxlength="12"
          autocomplete="one-time-code"
          aria-describedby="hint-code"
          ${problem === "code" && html`aria-invalid="true"`}
        />
      </div>
      <button type="submit">${whatsapp.check}</button>
    </form>
    <form method="post" action="${path}/sign-in/code">
      <p class="hint" id="hint-again">${whatsapp.againHint}</p>
      <button type="submit" class="minor" aria-describedby="hint-again">${whatsapp.again}</button>
    </form>
    <p><a href="${path}/sign-in?phone=other">${whatsapp.otherPhone}</a></p>`;
}

function renderProvider({ path, methods, host }: SignInView, { provider }: SignInTexts): Html {
  return html`${methods.length > 1 && html`<h2>${provider.title}</h2>`}
    <form method="post" action="${path}/sign-in/provider">
      <p class="hint" id="hint-provider">${provider.lead(host)}</p>
      <button type="submit" aria-describedby="hint-provider">${provider.button}</button>
    </form>`;
}
