import { type Html, html } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import { passkeyScript } from "./passkeys.script.js";

const path = "/sign-in/passkeys.js";

/** For the `head` of a page with a passkey button. */
export const passkeyScripts: Html = html`<script src="${path}" defer></script>`;

/** What these pages allow beyond their style sheet. */
export const passkeyDirectives = [
  ["script-src", "'self'"],
  ["connect-src", "'self'"],
] as const;

/** The script of the pages for signing in. Its name has no hash, so browsers ask again after some minutes. */
export function scriptHttp(app: FastifyInstance): void {
  app.get(path, { config: { withoutCaller: true } }, async (_request, reply) =>
    reply
      .headers({ "cache-control": "public, max-age=300", "x-content-type-options": "nosniff" })
      .type("text/javascript; charset=utf-8")
      .send(passkeyScript),
  );
}
