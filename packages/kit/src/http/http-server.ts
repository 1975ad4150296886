import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import * as z from "zod";
import type { InFlightCounter } from "../concurrency/in-flight-counter.js";
import { Refusal, toErrorBody, toRefusal } from "../errors/refusal.js";
import type { Logger } from "../telemetry/logger.js";
import type { Metrics } from "../telemetry/metrics.js";
import { getTraceId } from "../telemetry/traceparent.js";
import { withinSpan } from "../telemetry/tracing.js";
import { normalizeFastifyError } from "./fastify-errors.js";
import { fastifyOptions, keepAlive } from "./fastify-options.js";
import type { MemoryHttp } from "./memory-http.js";
import { getRequestAccess, requireCall } from "./request-call.js";
import { decorateRequests, getRequestId, getTraceparent, type RequestChecks } from "./request-state.js";
import { createRouteWords, type Requests } from "./route-words.js";
import { readBeforeClosing } from "./unread-bodies.js";
import { checkStores, requireDeclaredStores, type StoredWithoutCaller } from "./without-caller.js";

/** Settings of every process that answers REST. */
export const restSettings = {
  CHECK_REPLIES: z
    .stringbool()
    .default(false)
    .describe("For tests: a REST answer that its route does not declare is an error"),
};

export interface HttpServerOptions extends RequestChecks {
  logger: Logger;
  metrics: Metrics;
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** Set in a process in which the gateway runs too: then the server has no port. */
  memory?: MemoryHttp | undefined;
  /** Counts the running handlers, also after their connection was closed. */
  underWay?: InFlightCounter;
  /** While true, answers ask the gateway to open its next connection to another replica. */
  isDraining?: () => boolean;
  /** Of all tools, to name requests instead of tools in refusals. */
  requests?: Requests;
  /** What its routes for strangers store. */
  storedWithoutCaller?: StoredWithoutCaller;
  routes: (app: FastifyInstance) => void;
}

export interface HttpServer {
  /** 0 for a server in memory. */
  port: number;
  close(): Promise<void>;
}

/** The REST server of a service. Only the gateway calls it; it sends the signed call context in a header. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const app = createApp(options);
  options.routes(app);
  if (options.memory) return serveInMemory(app, options.service, options.memory);
  await app.listen({ host: options.host, port: options.port });
  const address = app.server.address();
  return { port: typeof address === "object" && address ? address.port : options.port, close: () => app.close() };
}

async function serveInMemory(app: FastifyInstance, service: string, memory: MemoryHttp): Promise<HttpServer> {
  await app.ready();
  const refuseConnections = memory.add(service, app.server);
  const close = async () => {
    refuseConnections();
    await app.close();
  };
  return { port: 0, close };
}

function createApp(options: HttpServerOptions): FastifyInstance {
  const { verify, service, checkReplies = false, requestMs, logger, metrics, underWay, isDraining } = options;
  const { requests = {}, storedWithoutCaller = {} } = options;
  const getWords = createRouteWords(requests);
  const app = Fastify({
    ...fastifyOptions,
    // Longer than the gateway waits for a file of its caller.
    requestTimeout: 150_000,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply, logger),
  });
  readBeforeClosing(app.server);
  decorateRequests(app, { verify, service, checkReplies, requestMs });
  observeRequests(app, { logger, metrics });
  requireDeclaredStores(app, storedWithoutCaller);
  // Here and not in each handler: the caller is authenticated before the request is read.
  app.addHook("onRequest", async (request) => {
    if (!request.is404 && !request.routeOptions.config.withoutCaller) requireCall(request);
  });
  // This must be a preHandler: Fastify loses the AsyncLocalStorage of a hook when it reads the body.
  app.addHook("preHandler", (request, _reply, done) => withinSpan(getTraceparent(request), done));
  if (checkReplies)
    app.addHook("preHandler", (request, _reply, done) => checkStores(request, storedWithoutCaller, done));
  if (underWay) countHandlers(app, underWay);
  app.addHook("onSend", async (_request, reply) => {
    void reply.headers(isDraining?.() ? { connection: "close" } : keepAlive.headers);
  });
  app.setErrorHandler((error, request, reply) =>
    answerError(toRouteWords(error, request, getWords), request, reply, logger),
  );
  app.setNotFoundHandler((request, reply) =>
    answerError(new Refusal("route_not_found", `No ${request.method} on this path.`), request, reply, logger),
  );
  return app;
}

/** Not from onRequest to onResponse: when the connection is closed, the response ends before the handler. */
function countHandlers(app: FastifyInstance, underWay: InFlightCounter): void {
  app.addHook("onRoute", (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      return underWay.run(() => handler.call(this, request, reply));
    };
  });
}

/** A refusal of a rule in the words of REST, for a route of the contract. One of the parser names fields as the caller wrote them. */
function toRouteWords(error: unknown, request: FastifyRequest, getWords: ReturnType<typeof createRouteWords>): unknown {
  const { route } = request.routeOptions.config;
  return route && request.kitIsParsed && error instanceof Refusal ? error.inWords(getWords(route)) : error;
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger): FastifyReply {
  const refusal = toRefusal(normalizeFastifyError(error), getRequestAccess(request));
  const requestId = getRequestId(request);
  if (refusal.code === "internal_server_error") logger.error({ err: error, requestId }, "http request failed");
  else if (refusal.retryable && error !== refusal) logger.warn({ err: error, requestId }, "http request failed");
  if (refusal.retryAfter !== undefined) void reply.header("retry-after", String(refusal.retryAfter));
  return reply.status(refusal.status).send(toErrorBody(refusal, requestId));
}

/** One metric observation, one span and one log line per request. */
function observeRequests(app: FastifyInstance, { logger, metrics }: { logger: Logger; metrics: Metrics }): void {
  app.addHook("onRequest", async (_request, reply) => {
    metrics.inFlight.inc();
    reply.raw.once("close", () => metrics.inFlight.dec());
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    const labels = { route, method: request.method, status: String(reply.statusCode) };
    metrics.httpSeconds.observe(labels, reply.elapsedTime / 1000);
    endSpan(request, reply);
    const line = {
      ...labels,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      businessId: request.kitCall?.businessId,
      requestId: getRequestId(request),
      traceId: getTraceId(getTraceparent(request)),
    };
    logger.info(line, "http");
  });
}

function endSpan(request: FastifyRequest, { statusCode }: FastifyReply): void {
  request.kitSpan?.end({
    attributes: {
      "http.response.status_code": statusCode,
      "tenantops.business_id": request.kitCall?.businessId,
      "tenantops.request_id": getRequestId(request),
    },
    error: statusCode >= 500 ? String(statusCode) : undefined,
  });
}
