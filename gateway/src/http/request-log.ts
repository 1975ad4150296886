import { type Logger, type Metrics, traceIdOf } from "@tenant-ops/kit/telemetry";
import type { FastifyInstance } from "fastify";
import { recordArrival, getLogFields, requestIdOf, getRequestSpan } from "../requests.js";

/** One line when a request is over, however it ended. Never the request itself: it holds people's emails and keys. */
export function registerRequestLog(
  app: FastifyInstance,
  { logger, metrics }: { logger: Logger; metrics: Metrics },
): void {
  app.addHook("onRequest", async (request, reply) => {
    const started = performance.now();
    recordArrival(request);
    reply.raw.once("close", () => {
      const ms = performance.now() - started;
      const route = request.routeOptions.url ?? "none";
      // 499 as nginx counts it: the caller did not wait for the answer.
      const status = reply.raw.writableFinished ? reply.raw.statusCode : 499;
      const { code = status < 400 ? "ok" : getStatusCodeName(status), ...work } = getLogFields(request);
      metrics.httpSeconds.observe({ route, method: request.method, status: String(status) }, ms / 1000);
      if (status === 429) metrics.rateLimited.inc({ route });
      if (status === 401) metrics.authFailures.inc({ route });
      const span = getRequestSpan(request);
      span.end({
        attributes: {
          "http.response.status_code": status,
          "tenantops.code": code,
          "tenantops.business_id": work.businessId,
          "tenantops.request_id": requestIdOf(request),
        },
        error: status >= 500 ? code : undefined,
      });
      logger.info(
        {
          method: request.method,
          route,
          ...work,
          status,
          code,
          ms: Math.round(ms * 10) / 10,
          requestId: requestIdOf(request),
          traceId: traceIdOf(span.traceparent),
        },
        "request",
      );
    });
  });
}

/** For an answer that came from a service and carries its code only in its body. */
function getStatusCodeName(status: number): string {
  return status === 499 ? "aborted" : `http_${status}`;
}
