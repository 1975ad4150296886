import { metadataKeys } from "@tenant-ops/kit/call";
import { parseTraceparent, type Span, startSpan } from "@tenant-ops/kit/telemetry";
import type { FastifyRequest } from "fastify";
import { getHeader } from "./headers.js";
import { getRequestState } from "./request-state.js";

/**
 * The span of this request, in the caller's trace or in a new one. The first call creates it; later calls return the same.
 * @param traceparentInBody the traceparent in an MCP message; it takes precedence over the HTTP header
 */
export function getRequestSpan(request: FastifyRequest, traceparentInBody?: string): Span {
  const state = getRequestState(request);
  return (state.span ??= startRequestSpan(request, state.arrivedAt, traceparentInBody));
}

/** The traceparent for everything that this request causes. */
export function getRequestTraceparent(request: FastifyRequest): string {
  return getRequestSpan(request).traceparent;
}

function startRequestSpan(request: FastifyRequest, startedAt: number, traceparentInBody: string | undefined): Span {
  const route = request.routeOptions.url;
  return startSpan({
    name: route ? `${request.method} ${route}` : request.method,
    kind: "server",
    parent: [traceparentInBody, getHeader(request, metadataKeys.traceparent)].find(parseTraceparent),
    attributes: { "http.request.method": request.method, "http.route": route },
    startedAt,
  });
}
