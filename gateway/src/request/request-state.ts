import type { Span } from "@tenant-ops/kit/telemetry";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Tenant } from "../tenant/tenant.js";
import { toRateLimitAddress } from "./client-address.js";
import { createLoopClock, type LoopClock, type RequestLoopTime } from "./loop-time.js";
import { onEachRequest } from "./each-request.js";

/** Fields of the log line of a finished request, beside its status. */
export interface RequestLogFields {
  businessId?: string;
  keyId?: string;
  /** The tool, or the MCP method when there is none. */
  tool?: string;
  /** `ok` or an error code; for a failed tool call also when the HTTP status is 200. */
  code?: string;
  replayed?: boolean;
}

/** The state of an open request. */
export interface RequestState {
  /** Milliseconds since 1970. */
  readonly arrivedAt: number;
  readonly logFields: RequestLogFields;
  readonly loopTime: RequestLoopTime;
  /** Call it where work for this request begins or continues after waiting for I/O; see `LoopClock.start`. */
  readonly startLoopTime: () => void;
  /** Throws `overloaded` when the event loop is late and the caller of this request has used more than its share. */
  requireLoopShare: () => void;
  span: Span | undefined;
  /** The check of the credential. It runs once; everything that needs the tenant awaits it. */
  tenant: Promise<Tenant> | undefined;
  /** Headers that the gateway adds to a REST request for a service. */
  serviceHeaders: Record<string, string> | undefined;
  /** A page of another site has sent it, and may read the answer. */
  isFromOtherSite: boolean;
  /** The reply may contain a key or a token; such a reply is not compressed. */
  hasSecret: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Missing when Fastify could not parse the URL: for such a request no hook runs. */
    gatewayState: RequestState | null;
  }
}

/** Loop time of receiving a request, writing its log line and sending its reply, which is not measured. */
const requestBaseMs = 0.2;

/** Must be registered before every hook that uses the state. */
export function registerRequestState(app: FastifyInstance, clock: LoopClock = createLoopClock(() => {})): void {
  app.decorateRequest("gatewayState", null);
  onEachRequest(app, (request, reply) => {
    const loopTime: RequestLoopTime = { caller: undefined, uncharged: requestBaseMs };
    clock.start(loopTime);
    reply.raw.once("close", () => {
      // No caller was found: the credential was wrong or missing.
      if (!loopTime.caller) clock.setCaller(loopTime, { kind: "address", name: toRateLimitAddress(request.ip) });
    });
    request.gatewayState = {
      arrivedAt: Date.now(),
      logFields: {},
      loopTime,
      startLoopTime: () => clock.start(loopTime),
      requireLoopShare: () => {},
      span: undefined,
      tenant: undefined,
      serviceHeaders: undefined,
      hasSecret: false,
      isFromOtherSite: false,
    };
  });
}

export function getRequestState(request: FastifyRequest): RequestState {
  if (!request.gatewayState) throw new Error("The request has no gateway state");
  return request.gatewayState;
}

/** Adds fields to the log line of this request. Never add contents of the request: they include emails and keys. */
export function addLogFields(request: FastifyRequest, fields: RequestLogFields): void {
  if (request.gatewayState) Object.assign(request.gatewayState.logFields, fields);
}

/** For a reply that may contain a key or a token: it is not compressed. */
export function markSecret(request: FastifyRequest): void {
  if (request.gatewayState) request.gatewayState.hasSecret = true;
}
