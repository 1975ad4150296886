import httpProxy from "@fastify/http-proxy";
import { getHttpAccess } from "@tenant-ops/kit/call";
import type { FastifyInstance } from "fastify";
import { requireFewFormFields } from "../http/form-fields.js";
import { MalformedBody } from "../http/json-body.js";
import { getRequestState, markSecret } from "../request/request-state.js";
import { authorizeRequest, isRead, type RestAccessOptions } from "./access.js";
import { createServiceHeaders, filterRequestHeaders, filterResponseHeaders } from "./headers.js";
import { type RestRoute, restRoutes } from "./routes.js";
import { computeRetryDelay, toUpstreamRefusal } from "./upstream-errors.js";

/** Longer than the nine seconds that a service allows itself, so that its own error arrives first. */
const upstreamTimeoutMs = 10_000;

export interface RestOptions extends RestAccessOptions {
  /** REST address per service name. */
  addresses: Record<string, string>;
}

/** Passes REST requests on to the services that own the paths, with the call context of the caller. */
export function registerRest(app: FastifyInstance, options: RestOptions): void {
  for (const route of restRoutes) {
    void app.register(async (scope) => {
      scope.addHook("onRequest", async (request, reply) => {
        const context = await authorizeRequest(request, reply, route, options);
        getRequestState(request).serviceHeaders = createServiceHeaders(request, context);
        // The answer to a write may contain the secret of a webhook endpoint.
        if (!isRead(request.method)) markSecret(request);
      });
      if (route.isPublic) registerFormParser(scope);
      await scope.register(httpProxy, createProxyOptions(route, options));
    });
  }
}

function createProxyOptions(
  { prefix, service, isPublic = false }: RestRoute,
  { addresses }: RestOptions,
): Parameters<typeof httpProxy>[1] {
  const upstream = addresses[service];
  if (!upstream) throw new Error(`No REST address for the service ${service}`);
  return {
    upstream,
    prefix,
    rewritePrefix: prefix,
    config: { caller: isPublic ? "visitor" : "tenant" },
    // Link previews and link checkers request a page with HEAD.
    httpMethods: ["GET", "POST", "PUT", "PATCH", "DELETE", ...(isPublic ? ["HEAD"] : [])],
    disableRequestLogging: true,
    destroyAgent: true,
    undici: { connections: 64, pipelining: 1, connect: { timeout: 2000 } },
    // With this hook the plugin uses our own body parser, which limits size and depth.
    preValidation: (request, _reply, done) => done(findBodyProblem(request.body)),
    replyOptions: {
      timeout: upstreamTimeoutMs,
      rewriteRequestHeaders: (request, headers) =>
        filterRequestHeaders(headers, request.gatewayState?.serviceHeaders ?? {}, isPublic, Boolean(request.body)),
      rewriteHeaders: (headers, request) => {
        // The plugin calls this when the reply of the service has arrived.
        request?.gatewayState?.startLoopTime();
        return filterResponseHeaders(headers);
      },
      retryDelay: ({ err, req, attempt }) => computeRetryDelay(err, isRepeatable(req), attempt),
      onError: (reply, { error }) =>
        void reply.send(toUpstreamRefusal(service, error, getHttpAccess(reply.request.method))),
    },
  };
}

function isRepeatable({ method, headers }: { method?: string; headers: Record<string, unknown> }): boolean {
  return isRead(method) || headers["idempotency-key"] !== undefined;
}

/** A form has up to 30 answers and a few fields of the page. */
const formFieldsMax = 100;

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

function findBodyProblem(body: unknown): Error | undefined {
  if (body === undefined || (typeof body === "object" && body !== null)) return undefined;
  return new MalformedBody("Send the body as a JSON object.");
}
