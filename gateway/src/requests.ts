import { randomUUID } from "node:crypto";
import { type Call, type Caller, metadataKeys } from "@tenant-ops/kit/call";
import { parseTraceparent, type Span, startSpan } from "@tenant-ops/kit/telemetry";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Tenant } from "./tenant/tenant.js";

/** How long the gateway works on one call, everything included. */
const callMs = 10_000;
/** What a caller may name a request: printable, short, and harmless in a log or a header. */
const saneRequestId = /^[\w.:-]{8,128}$/;

/** The caller's own request id when it is a sane one, else a new one. Given to Fastify as `genReqId`. */
export function createRequestId(raw: { headers: Record<string, string | string[] | undefined> }): string {
  const given = raw.headers[metadataKeys.requestId];
  return typeof given === "string" && saneRequestId.test(given) ? given : `req_${randomUUID().replaceAll("-", "")}`;
}

export function requestIdOf(request: FastifyRequest): string {
  return request.id;
}

/** The header's value; of a repeated one, the first. */
export function getHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

const spans = new WeakMap<FastifyRequest, Span>();
const arrivals = new WeakMap<FastifyRequest, number>();

/** Remembers when the request came, for the span that begins once it is known whose trace it belongs to. */
export function recordArrival(request: FastifyRequest): void {
  arrivals.set(request, Date.now());
}

/**
 * The span of this request, in the caller's trace or in a new one. The same for the whole request: the first who asks decides.
 * @param inBody an MCP client's own traceparent, which it puts beside the call; it counts more than that of the HTTP around it
 */
export function getRequestSpan(request: FastifyRequest, inBody?: string): Span {
  const known = spans.get(request);
  if (known) return known;
  const route = request.routeOptions.url;
  const startedAt = arrivals.get(request);
  const span = startSpan({
    name: route ? `${request.method} ${route}` : request.method,
    kind: "server",
    parent: [inBody, getHeader(request, metadataKeys.traceparent)].find(parseTraceparent),
    attributes: { "http.request.method": request.method, "http.route": route },
    ...(startedAt !== undefined && { startedAt }),
  });
  spans.set(request, span);
  return span;
}

/** What is caused by this request goes on under it. */
export function getRequestTraceparent(request: FastifyRequest): string {
  return getRequestSpan(request).traceparent;
}

/** Aborted when the socket closes before the answer is out: nobody waits for the work any more. */
export function createAbortSignal(reply: FastifyReply): AbortSignal {
  const abort = new AbortController();
  // It may have closed while the key was looked up, and says so only once.
  if (reply.raw.destroyed) abort.abort();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) abort.abort();
  });
  return abort.signal;
}

/**
 * What a request asks for, as the services take it.
 * @param operation the tool's name
 */
export function createCall(
  request: FastifyRequest,
  reply: FastifyReply,
  tenant: Tenant,
  operation: string,
  more: { idempotencyKey?: string; traceparent?: string } = {},
): Call {
  const { businessId, country, currency, timeZone, keyId, scopes } = tenant;
  const caller: Caller = { businessId, country, currency, timeZone, keyId, scopes };
  return {
    ...caller,
    requestId: requestIdOf(request),
    traceparent: more.traceparent ?? getRequestTraceparent(request),
    deadline: Date.now() + callMs,
    signal: createAbortSignal(reply),
    operation,
    ...(more.idempotencyKey && { idempotencyKey: more.idempotencyKey }),
  };
}

/** What the log line of a finished request says beside its status. */
export interface RequestLogFields {
  businessId?: string;
  keyId?: string;
  /** The tool, or the MCP method when there is none. */
  tool?: string;
  /** `ok` or an error code; of a failed tool call also when its HTTP status is 200. */
  code?: string;
  replayed?: boolean;
}

const works = new WeakMap<FastifyRequest, RequestLogFields>();

/** Adds to what the one log line of this request will say. Never the request's contents. */
export function addLogFields(request: FastifyRequest, work: RequestLogFields): void {
  works.set(request, { ...works.get(request), ...work });
}

export function getLogFields(request: FastifyRequest): RequestLogFields {
  return works.get(request) ?? {};
}
