import { bodyBytesMax } from "@tenant-ops/kit/http";
import type { Logger, Metrics } from "@tenant-ops/kit/telemetry";
import Fastify, { type FastifyInstance } from "fastify";
import type { GatewayConfig } from "../config.js";
import { createRequestId } from "../requests.js";
import { sendError } from "./error-replies.js";
import { registerJsonParser } from "./json-body.js";
import { registerNotFoundHandler } from "./not-found.js";
import { rejectUnknownOrigins } from "./origins.js";
import { registerLoadShedding } from "./load-shedding.js";
import { createClientErrorHandler, recordReplyEnd } from "./client-errors.js";
import { registerRequestLog } from "./request-log.js";

export interface ServerOptions {
  config: GatewayConfig;
  logger: Logger;
  metrics: Metrics;
  publicUrl: () => string;
  /** While true, answers ask the caller to open a new connection, which then leads to another replica. */
  isDraining: () => boolean;
}

/** An HTTP server that is safe to put before strangers; routes are added to it. */
export function createServer(deps: ServerOptions): FastifyInstance {
  const { config, logger, metrics, publicUrl } = deps;
  const app = Fastify({
    bodyLimit: bodyBytesMax,
    // Fastify's standard is to wait for a slow sender for ever.
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: config.HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(2000, config.HEADERS_TIMEOUT_MS),
      maxHeaderSize: 16 * 1024,
    },
    genReqId: createRequestId,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    // While closing, a request on a connection that is still open is answered like any other.
    return503OnClosing: false,
    trustProxy: config.TRUSTED_PROXIES || false,
    clientErrorHandler: createClientErrorHandler(logger),
    frameworkErrors: (error, request, reply) => {
      void reply.headers({ "x-request-id": request.id, "x-content-type-options": "nosniff" });
      sendError(error, request, reply, deps);
    },
    routerOptions: { maxParamLength: 256 },
  });
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, deps));

  registerRequestLog(app, { logger, metrics });
  app.addHook("onRequest", async (request, reply) => {
    void reply.headers({ "x-request-id": request.id, "x-content-type-options": "nosniff" });
    reply.raw.once("finish", () => recordReplyEnd(request.raw.socket));
  });
  app.addHook("onSend", async (_request, reply) => {
    if (deps.isDraining()) void reply.header("connection", "close");
  });
  registerLoadShedding(app, {
    inFlightMax: config.IN_FLIGHT_MAX,
    eventLoopDelayMaxMs: config.EVENT_LOOP_DELAY_MAX_MS,
    metrics,
  });
  rejectUnknownOrigins(app, () => [publicUrl(), config.CONSOLE_URL]);
  registerJsonParser(app);
  registerNotFoundHandler(app);
  return app;
}
