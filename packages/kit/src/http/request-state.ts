import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Call } from "../call/call.js";
import type { VerifyContext } from "../call/context-token.js";
import { metadataKeys } from "../call/metadata-keys.js";
import { startSpan } from "../telemetry/tracing.js";
import type { Span } from "../telemetry/tracing.types.js";

/** What a service needs to decide whether it answers a request. */
export interface RequestChecks {
  verify: VerifyContext;
  /** Name of the service, which is also the area in the scopes. */
  service: string;
  /** For tests: an answer that its route does not declare is an error. */
  checkReplies?: boolean;
  /** Time limit of a request. Tests set a longer one: on a busy machine a request takes many times as long as usual. */
  requestMs?: number | undefined;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The call behind the request, once `requireCall` has verified it. */
    kitCall: Call | undefined;
    kitSpan: Span | undefined;
    kitChecks: RequestChecks | undefined;
    /** True once the input of a declared route is parsed: later refusals come from rules, which use the names of tools. */
    kitIsParsed: boolean;
  }
}

/** Less than the ten seconds of the gateway, so that the page or the body of an error arrives. */
const defaultRequestMs = 9000;

/** The deadline of the work for a request that has just begun. */
export const computeDeadline = ({ kitChecks }: FastifyRequest): number =>
  Date.now() + (kitChecks?.requestMs ?? defaultRequestMs);

/** Adds the state that the kit keeps per request. */
export function decorateRequests(app: FastifyInstance, checks: RequestChecks): void {
  app.decorateRequest("kitCall", undefined);
  app.decorateRequest("kitSpan", undefined);
  app.decorateRequest("kitChecks", undefined);
  app.decorateRequest("kitIsParsed", false);
  app.addHook("onRequest", async (request) => {
    request.kitChecks = checks;
    request.kitSpan = startServerSpan(request);
  });
}

function startServerSpan(request: FastifyRequest): Span {
  const route = request.routeOptions.url;
  return startSpan({
    name: route ? `${request.method} ${route}` : request.method,
    kind: "server",
    parent: getHeader(request, metadataKeys.traceparent),
    attributes: { "http.request.method": request.method, "http.route": route },
  });
}

/** The traceparent of a request, also of one without a call, such as a request for a public page. */
export function getTraceparent(request: FastifyRequest): string | undefined {
  return request.kitSpan?.traceparent;
}

/** The id that the gateway sent, or Fastify's own. */
export function getRequestId(request: FastifyRequest): string {
  return getHeader(request, metadataKeys.requestId) ?? request.id;
}

/** The first value of a header. */
export function getHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
