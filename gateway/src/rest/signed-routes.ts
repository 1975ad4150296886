import { type RouteFacts, toFastifyPath } from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { parseJson } from "../http/json-body.js";
import { getHeader } from "../request/headers.js";
import { authorizeRequest, type RestAccessOptions } from "./access.js";
import { setServiceHeaders, signatureHeaders } from "./headers.js";
import { passOn } from "./pass-on.js";

/**
 * A route of tenants that also takes a signed request without a key. The service checks the signature, so the body is forwarded unchanged. A request
 * without a key is counted for its address.
 */
export function registerSignedRoute(app: FastifyInstance, route: RouteFacts, options: RestAccessOptions): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("application/json", { parseAs: "buffer" }, async (_request: unknown, bytes: Buffer) => {
      // The service reads it again, without these limits.
      parseJson(bytes);
      return bytes;
    });
    scope.route({
      method: route.method,
      url: toFastifyPath(route.path),
      config: { caller: "tenant" },
      onRequest: async (request, reply) => {
        if (!isSigned(request))
          return setServiceHeaders(request, await authorizeRequest(request, reply, route, options));
        const signature = signatureHeaders.map((name) => [name, getHeader(request, name) ?? ""]);
        setServiceHeaders(request, undefined, Object.fromEntries(signature));
      },
      handler: (_request, reply) => passOn(reply, route.service, false),
    });
  });
}

function isSigned(request: FastifyRequest): boolean {
  const hasCredential = getHeader(request, "x-api-key") ?? getHeader(request, "authorization");
  return !hasCredential && getHeader(request, "webhook-signature") !== undefined;
}
