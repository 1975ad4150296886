import { type Logger, type Metrics, getTraceId } from "@tenant-ops/kit/telemetry";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getRequestSpan } from "../request/request-span.js";
import { getRequestState } from "../request/request-state.js";
import { normalizeAddress } from "../request/client-address.js";
import { onEachRequest } from "../request/each-request.js";

interface RequestLogOptions {
  logger: Logger;
  metrics: Metrics;
}

/** The status that nginx uses: the caller closed the connection before the reply. */
const clientClosedRequest = 499;

/** Writes one log line per finished request, for any outcome, with metrics and the end of its span. */
export function registerRequestLog(app: FastifyInstance, options: RequestLogOptions): void {
  onEachRequest(app, (request, reply) => {
    const startedAt = performance.now();
    reply.raw.once("close", () => recordEnd(request, reply, performance.now() - startedAt, options));
  });
}

function recordEnd(
  request: FastifyRequest,
  reply: FastifyReply,
  ms: number,
  { logger, metrics }: RequestLogOptions,
): void {
  const { method } = request;
  const route = request.routeOptions.url ?? "none";
  const status = reply.raw.writableFinished ? reply.raw.statusCode : clientClosedRequest;
  const { code = status < 400 ? "ok" : getStatusCodeName(status), ...fields } = getRequestState(request).logFields;
  metrics.httpSeconds.observe({ route, method, status: String(status) }, ms / 1000);
  if (status === 429) metrics.rateLimited.inc({ route });
  if (status === 401) metrics.authFailures.inc({ route });
  const span = getRequestSpan(request);
  span.end({
    attributes: {
      "http.response.status_code": status,
      "tenantops.code": code,
      "tenantops.business_id": fields.businessId,
      "tenantops.request_id": request.id,
    },
    error: status >= 500 ? code : undefined,
  });
  const traceId = getTraceId(span.traceparent);
  const roundedMs = Math.round(ms * 10) / 10;
  // A caller with a wrong credential, or over the limit without one, is known only by its address. Lines that name the business need no address.
  const isUnknown = (status === 401 || status === 429) && fields.businessId === undefined;
  const address = isUnknown ? normalizeAddress(request.ip) : undefined;
  logger.info(
    { method, route, ...fields, address, status, code, ms: roundedMs, requestId: request.id, traceId },
    "request",
  );
}

/** For a reply of a service, which carries its error code only in the body. */
function getStatusCodeName(status: number): string {
  return status === clientClosedRequest ? "aborted" : `http_${status}`;
}
