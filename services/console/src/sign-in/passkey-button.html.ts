import { type Html, html } from "@tenant-ops/kit/http";
import type { Language } from "@tenant-ops/kit/pages";
import { passkeyTexts } from "./sign-in.texts.js";

/** A button that the script of the page makes visible. Without script a sentence says what to do. */
export function renderPasskeyButton(
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
