import replyFrom, { type FastifyReplyFromHooks } from "@fastify/reply-from";
import { getHttpAccess } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import { acceptFilesOnly, type Route, toFastifyPath } from "@tenant-ops/kit/http";
import { routes } from "@tenant-ops/rest";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Agent } from "undici";
import type { AddressQuota } from "../limits/address-quota.js";
import { MalformedBody } from "../http/json-body.js";
import { createInFlightLimit, type InFlightLimit } from "../limits/in-flight-limit.js";
import { getRequestState, markSecret } from "../request/request-state.js";
import { authorizeRequest, isRead, type RestAccessOptions } from "./access.js";
import { createServiceHeaders, filterRequestHeaders, filterResponseHeaders } from "./headers.js";
import { registerApplication } from "./application.js";
import { registerClientRegistration } from "./client-registration.js";
import { isDownload } from "./downloads.js";
import { registerPages } from "./pages.js";
import { registerSignedRoute } from "./signed-routes.js";
import { registerVisitorUploads } from "./visitor-uploads.js";
import { requireUploadHeaders, uploadsPerBusinessMax } from "./uploads.js";
import { computeRetryDelay, toUpstreamRefusal } from "./upstream-errors.js";

/** Longer than the nine seconds that a service allows itself, so that its own error arrives first. */
const upstreamTimeoutMs = 10_000;

export interface RestOptions extends RestAccessOptions {
  uploads: InFlightLimit;
  downloads: InFlightLimit;
  /** REST address per service name. */
  addresses: Record<string, string>;
  agent: Agent;
  /** How many clients of OAuth an address may register. */
  registrationQuota: AddressQuota;
  /** How many files visitors of an address may send. */
  uploadQuota: AddressQuota;
}

/** Passes REST requests on to the services that own the routes, with the call context of the caller. */
export function registerRest(app: FastifyInstance, given: Omit<RestOptions, "uploads">): void {
  const options = { ...given, uploads: createInFlightLimit(uploadsPerBusinessMax, "with files of this business") };
  for (const [service, upstream] of Object.entries(options.addresses)) {
    void app.register(async (scope) => {
      await scope.register(replyFrom, {
        base: upstream,
        undici: options.agent,
      });
      const own = routes.filter((route) => route.service === service && route.caller === "tenant");
      for (const route of own) {
        if (route.upload)
          void scope.register(async (uploads) => registerRoute(acceptFilesOnly(uploads), route, options));
        else if (route.acceptsSignature) registerSignedRoute(scope, route, options, passOn);
        else registerRoute(scope, route, options);
      }
      registerPages(scope, service, passOn);
      registerVisitorUploads(scope, service, passOn, options.uploadQuota);
      if (service === "console") {
        registerApplication(scope, passOn);
        registerClientRegistration(scope, passOn, options.registrationQuota);
      }
    });
  }
}

function registerRoute(scope: FastifyInstance, route: Route, options: RestOptions): void {
  const { upload } = route;
  scope.route({
    method: route.method,
    url: toFastifyPath(route.path),
    config: { caller: "tenant", isUpload: upload !== undefined },
    onRequest: async (request, reply) => {
      const context = await authorizeRequest(request, reply, route, options);
      if (isDownload(route)) options.downloads.acquire((await options.authenticate(request)).businessId, reply);
      if (upload) {
        requireUploadHeaders(request, upload);
        options.uploads.acquire((await options.authenticate(request)).businessId, reply);
      }
      getRequestState(request).serviceHeaders = createServiceHeaders(request, context);
      // The answer to a write may contain the secret of a webhook endpoint.
      if (!isRead(request.method)) markSecret(request);
    },
    preValidation: async ({ body }) => {
      if (body !== undefined && (typeof body !== "object" || body === null))
        throw new MalformedBody("Send the body as a JSON object.");
    },
    handler: (_request, reply) => passOn(reply, route.service, false, upload !== undefined),
  });
}

/** Sends the request to the service and its answer to the caller. */
function passOn(reply: FastifyReply, service: string, isPublic: boolean, isUpload = false): FastifyReply {
  const { body, headers: given } = reply.request;
  // The plugin would write the bytes of a JSON body as JSON again.
  const unparsed = Buffer.isBuffer(body) ? { body, contentType: given["content-type"] ?? "" } : {};
  const hooks: FastifyReplyFromHooks = {
    ...unparsed,
    timeout: upstreamTimeoutMs,
    rewriteRequestHeaders: (from, headers) =>
      filterRequestHeaders(headers, from.gatewayState?.serviceHeaders ?? {}, isPublic, Boolean(from.body)),
    rewriteHeaders: (headers, from) => {
      // The plugin calls this when the reply of the service has arrived.
      from?.gatewayState?.startLoopTime();
      return filterResponseHeaders(headers);
    },
    // A file is not kept here, so it cannot be sent again.
    retryDelay: ({ err, req, attempt }) => (isUpload ? null : computeRetryDelay(err, isRepeatable(req), attempt)),
    onError: (failed, { error }) =>
      void failed.send(toUpstreamRefusal(service, error, getHttpAccess(failed.request.method))),
  };
  return reply.from(readPath(reply.request.raw.url ?? ""), hooks);
}

/**
 * The path of a request, also where it names the host as requests to a proxy do (RFC 9112, section 3.2.2). Without the query: the plugin forwards it
 * unchanged, while a query in its source is decoded, which fails for one such as `?discount=50%`.
 * @throws Refusal malformed_request for `.`, `..` and `\`, which is `/` to the parser of URLs: the service would get another path than the one that
 * was authorized
 */
function readPath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/)[0] ?? "";
  if (/\\|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path))
    throw new Refusal("malformed_request", "A part of the path is . or .. or has a \\, which names nothing here.");
  return path;
}

function isRepeatable({ method, headers }: { method?: string; headers: Record<string, unknown> }): boolean {
  return isRead(method) || headers["idempotency-key"] !== undefined;
}
