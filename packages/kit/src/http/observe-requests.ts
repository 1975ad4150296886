import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "../telemetry/logger.js";
import type { Metrics } from "../telemetry/metrics.js";
import { getTraceId } from "../telemetry/traceparent.js";
import { getRequestId, getTraceparent } from "./request-state.js";

/** One metric observation, one span and one log line per request. */
export function observeRequests(app: FastifyInstance, { logger, metrics }: { logger: Logger; metrics: Metrics }): void {
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
