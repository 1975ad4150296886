import { html } from "@tenant-ops/kit/http";
import { getVisitorLanguage, registerPages, renderPage, sendPage } from "@tenant-ops/kit/pages";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { FastifyInstance } from "fastify";
import { style } from "../pages/style.js";
import { signInTexts } from "./sign-in.texts.js";

/** `/sign-in`: how a person signs in. */
export function registerSignInPages(app: FastifyInstance, { logger }: { logger: Logger }): void {
  registerPages(app, { style, logger }, (pages) => {
    pages.route({
      method: ["GET", "HEAD"],
      url: "/sign-in",
      config: { withoutCaller: true },
      handler: async (request, reply) => {
        const language = getVisitorLanguage(request);
        const { title, lead } = signInTexts[language];
        const content = html`<h1>${title}</h1>
          <p class="lead">${lead}</p>`;
        return sendPage(reply, 200, renderPage({ style, language, title }, content));
      },
    });
  });
}
