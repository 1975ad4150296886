import { toFastifyPath } from "@tenant-ops/kit/http";
import { personRoutes } from "@tenant-ops/rest";
import type { FastifyInstance } from "fastify";
import { requireFewFormFields } from "../http/json-body.js";
import { getRequestState, markSecret } from "../request/request-state.js";
import { type DeclaredPage, listDeclaredPages } from "./declared-pages.js";
import { createServiceHeaders } from "./headers.js";
import { passOn } from "./pass-on.js";

/** A form of the console has fewer. */
const formFieldsMax = 50;

/** What the console service answers: pages and files, and the routes of people who are signed in. */
function listApplicationPages(): DeclaredPage[] {
  const ofPeople = personRoutes.filter(({ service }) => service === "console");
  return [
    ...listDeclaredPages("console").filter(({ url }) => !url.startsWith("/oauth/")),
    ...ofPeople.map(({ method, path }) => ({ url: toFastifyPath(path), methods: [method] })),
  ];
}

/** The pages, files and routes of people, on the host of the application. The console service reads the session cookie itself. */
export function registerApplication(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "buffer" },
      async (_request: unknown, bytes: Buffer) => {
        requireFewFormFields(bytes, formFieldsMax);
        return bytes;
      },
    );
    for (const { url, methods } of listApplicationPages()) {
      scope.route({
        method: methods,
        url,
        config: { caller: "person", host: "application", storedBy: "service" },
        onRequest: async (request) => {
          getRequestState(request).serviceHeaders = createServiceHeaders(request, undefined);
          markSecret(request);
        },
        handler: (_request, reply) => passOn(reply, "console", true),
      });
    }
  });
}
