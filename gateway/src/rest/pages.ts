import { toFastifyPath } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import { requireFewFormFields } from "../http/json-body.js";
import { pagePaths } from "../http/refused-pages.js";
import { getRequestState, markSecret } from "../request/request-state.js";
import { isRead } from "./access.js";
import { listDeclaredPages } from "./declared-pages.js";
import { createServiceHeaders } from "./headers.js";
import { passOn } from "./pass-on.js";
import { listVisitorUploads } from "./visitor-uploads.js";

/** A form has up to 30 answers and a few fields of the page. */
const formFieldsMax = 100;

/** The pages of a service for visitors without a credential. It answers all paths below that of its pages, also unknown ones. */
export function registerPages(app: FastifyInstance, service: string): void {
  const path = pagePaths[service];
  if (path === undefined) return;
  // Forms with a file are passed on in another way.
  const uploads = new Set(listVisitorUploads(service).map((route) => toFastifyPath(route.path)));
  const pages = listDeclaredPages(service).filter(({ url }) => url.startsWith(`${path}/`) && !uploads.has(url));
  void app.register(async (scope) => {
    registerFormParser(scope);
    for (const { url, methods } of pages) {
      scope.route({
        method: methods,
        url,
        config: { caller: "visitor", host: "public", storedBy: "service" },
        onRequest: async (request) => {
          getRequestState(request).serviceHeaders = createServiceHeaders(request, undefined);
          if (!isRead(request.method)) markSecret(request);
        },
        handler: (_request, reply) => passOn(reply, service, true),
      });
    }
  });
}

/** A page without scripts sends a form. It is passed on unread, unless it has more fields than any page; the service parses it. */
function registerFormParser(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    async (_request: unknown, bytes: Buffer) => {
      requireFewFormFields(bytes, formFieldsMax);
      return bytes;
    },
  );
}
