import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Call, Caller } from "../call/call.js";
import { readIdempotencyKey } from "../call/idempotency-key.js";
import { contextsHeader, gatewayIssuer, metadataKeys } from "../call/metadata-keys.js";
import { type Access, getHttpAccess, requireScopes } from "../call/scopes.js";
import { Refusal } from "../errors/refusal.js";
import { getRouteScope } from "./route.js";
import { computeDeadline, getHeader, getRequestId, getTraceparent } from "./request-state.js";

/**
 * The call behind a request, from the signed context that the gateway sent.
 * @throws Refusal unauthorized for a request that was not sent by the gateway, forbidden without the scope
 */
export function requireCall(request: FastifyRequest): Call {
  return (request.kitCall ??= readCall(request));
}

function readCall(request: FastifyRequest): Call {
  const caller = authorizeRequest(request);
  const idempotencyKey = readIdempotencyKey(request);
  const traceparent = getTraceparent(request);
  const { businessId, country, currency, timeZone, keyId, scopes, operator } = caller;
  return {
    businessId,
    country,
    currency,
    timeZone,
    keyId,
    scopes,
    requestId: getRequestId(request),
    deadline: computeDeadline(request),
    operation: `${request.method} ${request.routeOptions.url ?? request.url}`,
    requestDigest: () => computeBodyDigest(request),
    ...(operator !== undefined && { operator }),
    ...(traceparent && { traceparent }),
    ...(idempotencyKey && { idempotencyKey: `${getOperationPath(request)}|${idempotencyKey}` }),
    ...readContexts(request),
  };
}

/** Only the gateway sends this header, with a context that is verified already. */
function readContexts(request: FastifyRequest): Pick<Call, "contexts"> {
  const contexts = getHeader(request, contextsHeader);
  return contexts === undefined ? {} : { contexts: JSON.parse(contexts) as Record<string, string> };
}

/**
 * The path of a request, as a part of its idempotency key: with an id in the path, each id is a separate operation. In one spelling, because any
 * character of a path can be percent-encoded.
 */
export function getOperationPath({
  routeOptions: { url = "" },
  params,
}: Pick<FastifyRequest, "routeOptions" | "params">): string {
  const values = params as Readonly<Record<string, string>>;
  return url.replaceAll(/:(\w+)/g, (_parameter, name: string) => encodeURIComponent(values[name] ?? ""));
}

/** Tells a repeated request from another one with the same key. */
export function computeBodyDigest(request: FastifyRequest): string {
  return createHash("sha256")
    .update(JSON.stringify(request.body ?? null))
    .digest("base64url");
}

/** Whether a request may have written something when it fails. A preview is a POST that writes nothing. */
export function getRequestAccess({ method, routeOptions }: FastifyRequest): Access {
  return routeOptions.config.route?.isPreview ? "read" : getHttpAccess(method);
}

/** Only the gateway calls REST routes. The scope is that of the declared route, as in the gateway. */
function authorizeRequest(request: FastifyRequest): Caller {
  const context = getHeader(request, metadataKeys.context);
  const verified = context ? request.kitChecks?.verify(context) : undefined;
  if (!verified || verified.issuer !== gatewayIssuer) throw new Refusal("unauthorized", "Unauthorized");
  const { service = "" } = request.kitChecks ?? {};
  const { url, config } = request.routeOptions;
  // A route of operators is for nobody else, and an operator uses no other route.
  if ((config.route?.caller === "operator") !== (verified.caller.operator !== undefined))
    throw new Refusal("unauthorized", "Unauthorized");
  if (verified.caller.operator !== undefined) return verified.caller;
  const scope = config.route ? getRouteScope(config.route) : `${service}:${getHttpAccess(request.method)}`;
  requireScopes(verified.caller, [scope], `${request.method} ${url}`);
  return verified.caller;
}

/**
 * The call behind a write that clients may repeat.
 * @throws Refusal idempotency_key_required
 */
export function requireIdempotentCall(request: FastifyRequest): Call {
  const call = requireCall(request);
  if (call.idempotencyKey) return call;
  throw new Refusal(
    "idempotency_key_required",
    "Send an Idempotency-Key header: the same value when you repeat this request.",
  );
}

/** Marks an answer that is the stored one of an earlier request with the same key. */
export function setReplayedHeader(reply: FastifyReply, call: Pick<Call, "replayed">): void {
  if (call.replayed) void reply.header("idempotent-replayed", "true");
}
