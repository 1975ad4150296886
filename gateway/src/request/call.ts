import { type Call, Cancellation } from "@tenant-ops/kit/call";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Tenant } from "../tenant/tenant.js";
import { getRequestTraceparent } from "./request-span.js";
import { getRequestState } from "./request-state.js";

/** How long the gateway works on one call, retries included. */
const callTimeoutMs = 10_000;

/** Aborted when the socket closes before the reply is sent: then the result is not needed. */
export function createAbortSignal(reply: FastifyReply): AbortSignal {
  const abort = new AbortController();
  abortWhenClosed(reply, abort);
  return abort.signal;
}

function abortWhenClosed(reply: FastifyReply, abort: Pick<AbortController, "abort">): void {
  // The socket may have closed during the look-up of the key, and "close" is emitted only once.
  if (reply.raw.destroyed) abort.abort();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) abort.abort();
  });
}

/**
 * The call that services receive for a request.
 * @param operation name of the tool or of the MCP method
 */
export function createCall(
  request: FastifyRequest,
  reply: FastifyReply,
  tenant: Tenant,
  operation: string,
  more: Partial<Pick<Call, "idempotencyKey" | "storedReplyOnly" | "material" | "traceparent">> = {},
): Call {
  const cancellation = new Cancellation();
  abortWhenClosed(reply, cancellation);
  const { businessId, country, currency, timeZone, keyId, scopes } = tenant;
  return {
    businessId,
    country,
    currency,
    timeZone,
    keyId,
    scopes,
    requestId: request.id,
    traceparent: more.traceparent ?? getRequestTraceparent(request),
    deadline: Date.now() + callTimeoutMs,
    signal: cancellation,
    onReply: getRequestState(request).startLoopTime,
    operation,
    ...(more.idempotencyKey && { idempotencyKey: more.idempotencyKey }),
    ...(more.storedReplyOnly && { storedReplyOnly: more.storedReplyOnly }),
    ...(more.material !== undefined && { material: more.material }),
  };
}
