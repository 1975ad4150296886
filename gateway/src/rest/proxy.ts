import replyFrom, { type FastifyReplyFromHooks } from "@fastify/reply-from";
import { type Access, getHttpAccess, readIdempotencyKey } from "@tenant-ops/kit/call";
import { describeOutcome, Refusal } from "@tenant-ops/kit/errors";
import { acceptFilesOnly, type MemoryHttp, type Route, toFastifyPath } from "@tenant-ops/kit/http";
import { routes } from "@tenant-ops/rest";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Agent } from "undici";
import { MalformedBody } from "../http/json-body.js";
import type { AddressQuota } from "../limits/address-quota.js";
import { createInFlightLimit, type InFlightLimit } from "../limits/in-flight-limit.js";
import { normalizeAddress } from "../request/client-address.js";
import { getHeader } from "../request/headers.js";
import { getRequestState, markSecret } from "../request/request-state.js";
import { authorizeRequest, isRead, type RestAccessOptions } from "./access.js";
import { registerApplication } from "./application.js";
import { isDownload } from "./downloads.js";
import { createServiceHeaders, filterRequestHeaders, filterResponseHeaders } from "./headers.js";
import { registerPages } from "./pages.js";
import { registerSignedRoute } from "./signed-routes.js";
import { requireUploadHeaders, uploadsPerBusinessMax } from "./uploads.js";
import { registerVisitorUploads } from "./visitor-uploads.js";

const connectTimeoutMs = 2000;

/**
 * The HTTP client for the REST servers of the services. It is closed with the app.
 * @param memory of a process in which the services run too
 */
export function createUpstreamAgent(app: FastifyInstance, memory: MemoryHttp | undefined): Agent {
  const connect = memory?.connect ?? { timeout: connectTimeoutMs };
  const agent = new Agent({ connections: 64, pipelining: 1, connect });
  app.addHook("onClose", () => agent.destroy());
  return agent;
}

/** The request did not reach the service, so it has written nothing. */
const notSentCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** The connection broke; the service may have received the request. */
const brokenCodes = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

const retryAfterSeconds = 2;

/** The network error code of an error or of one of its causes. */
function findNetworkErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (
    "code" in error &&
    typeof error.code === "string" &&
    (notSentCodes.has(error.code) || brokenCodes.has(error.code))
  )
    return error.code;
  return findNetworkErrorCode(error.cause);
}

/** What is known about a request to which a service did not reply. */
interface UnansweredRequest {
  service: string;
  access: Access;
  /** A read, or a write that carries an idempotency key. */
  isRepeatable: boolean;
  /** A try before the last one may have reached the service. */
  mayHaveArrived: boolean;
}

/** The refusal for the caller. @param error of the last try */
function toUpstreamRefusal(
  { service, access, isRepeatable, mayHaveArrived }: UnansweredRequest,
  error: unknown,
): Refusal {
  const advice = isRepeatable
    ? " Repeat it with the same Idempotency-Key."
    : " Check first whether it did: a repeat without an Idempotency-Key may write twice.";
  const describe = (cause: string, mayHaveWritten: boolean) =>
    describeOutcome(cause, access, mayHaveWritten) + (access === "write" && mayHaveWritten ? advice : "");
  if (error instanceof Error && "statusCode" in error && error.statusCode === 504) {
    return new Refusal("deadline_exceeded", describe(`The ${service} service did not answer in time.`, true));
  }
  const wasNotSent = notSentCodes.has(findNetworkErrorCode(error) ?? "");
  const cause = wasNotSent
    ? `The ${service} service is not reachable right now.`
    : `The connection to the ${service} service broke before its answer.`;
  const mayHaveWritten = mayHaveArrived || !wasNotSent;
  return new Refusal("service_unavailable", describe(cause, mayHaveWritten), retryAfterSeconds, mayHaveWritten);
}

/**
 * Milliseconds until the next attempt; null for no further attempt.
 * @param isRepeatable a read, or a write that carries an idempotency key
 */
function computeRetryDelay(error: unknown, isRepeatable: boolean, attempt: number): number | null {
  const code = findNetworkErrorCode(error);
  if (attempt >= 3 || code === undefined) return null;
  return isRepeatable || notSentCodes.has(code) ? 50 * 4 ** attempt : null;
}

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

/**
 * Sends the request to the service and its answer to the caller.
 * @throws Refusal invalid_argument for an idempotency key that the service would refuse
 */
function passOn(reply: FastifyReply, service: string, isPublic: boolean, isUpload = false): FastifyReply {
  const { body, headers: given } = reply.request;
  // The plugin would write the bytes of a JSON body as JSON again.
  const unparsed = Buffer.isBuffer(body) ? { body, contentType: given["content-type"] ?? "" } : {};
  // Every write with a call context takes a key; those of pages and of OAuth do not, so a repeat of them writes twice.
  const isRepeatable = isRead(reply.request.method) || (!isPublic && readIdempotencyKey(reply.request) !== undefined);
  const unanswered: UnansweredRequest = {
    ...{ service, isRepeatable },
    access: getHttpAccess(reply.request.method),
    mayHaveArrived: false,
  };
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
    retryDelay: ({ err, attempt }) => {
      const delay = isUpload ? null : computeRetryDelay(err, isRepeatable, attempt);
      unanswered.mayHaveArrived ||= delay !== null && brokenCodes.has(findNetworkErrorCode(err) ?? "");
      return delay;
    },
    onError: (failed, { error }) => void failed.send(toUpstreamRefusal(unanswered, error)),
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

type PassOn = (reply: FastifyReply, service: string, isPublic: boolean) => FastifyReply;

/** Registrations of OAuth clients: the console service answers. A client registers once, so an address gets few of them. */
function registerClientRegistration(scope: FastifyInstance, passOn: PassOn, quota: AddressQuota): void {
  const options = {
    config: { storedBy: "service" as const },
    onRequest: async (request: FastifyRequest) => {
      const address = normalizeAddress(request.ip);
      quota.requireRemaining(address, "Too many clients were registered from this address. Wait a moment.");
      quota.increment(address);
      const authorization = getHeader(request, "authorization");
      getRequestState(request).serviceHeaders = {
        ...createServiceHeaders(request, undefined),
        ...(authorization !== undefined && { authorization }),
      };
      markSecret(request);
    },
  };
  scope.post("/oauth/register", options, (_request, reply) => passOn(reply, "console", true));
  scope.get("/oauth/register/:clientId", options, (_request, reply) => passOn(reply, "console", true));
}
