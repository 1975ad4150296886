import { quote, Refusal } from "@tenant-ops/kit/errors";
import { fastifyOptions, keepAlive, readBeforeClosing } from "@tenant-ops/kit/http";
import type { Metrics } from "@tenant-ops/kit/telemetry";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { GatewayConfig } from "../config.js";
import type { IsAppHost } from "../request/app-host.js";
import { onEachReply, onEachRequest } from "../request/each-request.js";
import { getHeader } from "../request/headers.js";
import type { LoopClock } from "../request/loop-time.js";
import { registerRequestState } from "../request/request-state.js";
import { rejectMalformedForwardedAddresses } from "../request/trusted-proxies.js";
import { createClientErrorHandler, createRequestId, recordReplyEnd } from "./client-errors.js";
import { registerCompression } from "./compression.js";
import { type ErrorReplyOptions, sendError } from "./error-replies.js";
import { registerJsonParser } from "./json-body.js";
import { registerLoadShedding } from "./load-shedding.js";
import { registerNotFoundHandler } from "./not-found.js";
import { rejectUnknownOrigins } from "./origins.js";
import { handlePipelinedRequestsInOrder } from "./pipelined-requests.js";
import { registerRequestLog } from "./request-log.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body is a file: callers have longer to send it. */
    isUpload?: boolean;
  }
}

/** The largest rest of a body that Node reads and drops after a reply, so that the connection can be used again. */
const droppedBytesMax = 64 * 1024;

/**
 * Closes the connection after a reply to a request whose body was not read, unless the rest is small. Node would receive the
 * rest at full speed until the request times out, which is work that no limit counts; `readBeforeClosing` has one.
 */
function closeAfterUnreadBodies(app: FastifyInstance): void {
  onEachReply(app, (request, reply) => {
    if (!request.raw.complete && !hasSmallBody(request)) void reply.header("connection", "close");
  });
}

function hasSmallBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= droppedBytesMax;
}

/** All callers are refused when the delay is this many times the limit at which the heaviest callers are refused, for this many seconds. */
const lastResort = { factor: 4, seconds: 5 };

export interface ServerOptions extends ErrorReplyOptions {
  config: GatewayConfig;
  metrics: Metrics;
  /** Addresses or networks whose X-Forwarded-For names the caller. */
  trustedProxies?: readonly string[];
  /** Measures the event loop time of each request. */
  loopClock?: LoopClock;
  isAppHost?: IsAppHost;
  /** While true, replies ask the caller to open a new connection, which is then routed to another replica. */
  isDraining: () => boolean;
}

/** The HTTP server for untrusted callers: size limits, timeouts, error replies, request log. Routes are added to it. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { config, logger, metrics, publicUrl } = options;
  const app = createFastify(options);
  readBeforeClosing(app.server);
  handlePipelinedRequestsInOrder(app);
  rejectMalformedForwardedAddresses(app);
  registerRequestState(app, options.loopClock);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, options));
  registerRequestLog(app, { logger, metrics });
  onEachRequest(app, (request, reply) => {
    setCommonHeaders(request, reply, config);
    // Each limit listens for the end of the reply; Node warns from the eleventh listener on.
    reply.raw.setMaxListeners(20);
    // Taken now: the request of a file that was passed on has no socket any more when its reply ends.
    const { socket } = request.raw;
    reply.raw.once("finish", () => recordReplyEnd(socket));
  });
  onEachReply(app, (_request, reply) => {
    if (options.isDraining()) void reply.header("connection", "close");
  });
  registerRequestTimeout(app, config.REQUEST_TIMEOUT_MS);
  closeAfterUnreadBodies(app);
  registerCompression(app);
  // Before every limit: the page of a refused form sends it again from our own site, also what another site has sent.
  rejectUnknownOrigins(app, () => [publicUrl(), config.CONSOLE_URL, config.APP_URL]);
  registerInFlightLimit(app, config.IN_FLIGHT_MAX, metrics);
  registerLoadShedding(app, config.EVENT_LOOP_DELAY_MAX_MS * lastResort.factor, lastResort.seconds);
  rejectEncodedBodies(app);
  registerJsonParser(app);
  registerNotFoundHandler(app, options.isAppHost);
  return app;
}

function createFastify(options: ServerOptions): FastifyInstance {
  const { config, logger, trustedProxies = [] } = options;
  return Fastify({
    ...fastifyOptions,
    // Fastify's default is to wait for a slow sender without a limit.
    requestTimeout: Math.max(config.REQUEST_TIMEOUT_MS, config.UPLOAD_TIMEOUT_MS),
    // Node's default is to wait without a limit: a caller that does not read its reply would be counted as in flight for ever.
    connectionTimeout: config.REPLY_IDLE_TIMEOUT_MS,
    http: {
      headersTimeout: config.HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(2000, config.HEADERS_TIMEOUT_MS),
      maxHeaderSize: 16 * 1024,
    },
    genReqId: createRequestId,
    requestIdHeader: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    clientErrorHandler: createClientErrorHandler(logger),
    frameworkErrors: (error, request, reply) => {
      setCommonHeaders(request, reply, config);
      // No hook runs for a request whose path cannot be parsed, so nothing limits it and nothing reads its body.
      void reply.header("connection", "close");
      void sendError(error, request, reply, options);
    },
  });
}

/** A browser that has come by https once never comes by http again. Other names below a host are not ours, so they are not included. */
const strictTransport = "max-age=31536000";

function setCommonHeaders(request: FastifyRequest, reply: FastifyReply, { PUBLIC_URL }: GatewayConfig): void {
  void reply.headers({ ...keepAlive.headers, "x-request-id": request.id, "x-content-type-options": "nosniff" });
  if (PUBLIC_URL?.startsWith("https:")) void reply.header("strict-transport-security", strictTransport);
}

/**
 * Ends requests whose body is not complete in time. Node has one limit for all requests of a server, so that one is the limit of uploads.
 * @see https://nodejs.org/api/http.html#serverrequesttimeout
 */
function registerRequestTimeout(app: FastifyInstance, timeoutMs: number): void {
  onEachRequest(app, (request, reply) => {
    const { raw, routeOptions } = request;
    if (raw.complete || routeOptions.config.isUpload) return;
    const timer = setTimeout(() => {
      if (raw.complete) return;
      // The same error as Node emits when its own limit is exceeded.
      const error = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
      app.server.emit("clientError", error, raw.socket);
    }, timeoutMs);
    const stop = () => clearTimeout(timer);
    raw.once("end", stop);
    // What is sent after the reply is dropped, within limits of its own.
    reply.raw.once("close", stop);
    raw.once("close", stop);
  });
}

/** Counts the requests in flight in this process and replies 503 to those over the maximum. */
function registerInFlightLimit(app: FastifyInstance, inFlightMax: number, metrics: Metrics): void {
  let inFlight = 0;
  onEachRequest(app, (_request, reply) => {
    inFlight += 1;
    metrics.inFlight.inc();
    reply.raw.once("close", () => {
      inFlight -= 1;
      metrics.inFlight.dec();
    });
    if (inFlight > inFlightMax) {
      throw new Refusal("overloaded", "Too many requests are under way. Try again in a second.", 1);
    }
  });
}

/**
 * Replies 415 to a compressed body. Bodies of at most 256 KiB gain little by compression, and unpacking one would be work
 * that its size does not limit. The hook runs after authentication and limits.
 */
function rejectEncodedBodies(app: FastifyInstance): void {
  app.addHook("preParsing", (request, reply, payload, done) => {
    const encoding = getHeader(request, "content-encoding")?.trim().toLowerCase() ?? "";
    if (encoding === "" || encoding === "identity" || !hasBody(request)) return done(null, payload);
    // RFC 9110 12.5.3: in a 415 reply the header names the encodings that are accepted.
    void reply.header("accept-encoding", "identity");
    throw new Refusal(
      "unsupported_media_type",
      `Content-Encoding ${quote(encoding)} is not taken here: send the body as it is, without Content-Encoding.`,
    );
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
