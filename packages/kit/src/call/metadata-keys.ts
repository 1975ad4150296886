/** The issuer of the call contexts that the gateway signs. It may call every rpc and every REST route. */
export const gatewayIssuer = "gateway";
/** The service that carries out what people have approved. */
export const approvalsIssuer = "approvals";

/** Names of the gRPC metadata and HTTP headers that our own processes exchange. */
export const metadataKeys = {
  context: "tenantops-context",
  /** Replaces `context` in a look-up, so that a service that knows no look-ups refuses the call instead of writing. */
  storedReplyContext: "tenantops-stored-reply-context",
  /** The code with which a look-up is refused when nothing is stored. */
  storedReplyOnly: "tenantops-stored-reply-only",
  requestId: "x-request-id",
  traceparent: "traceparent",
  idempotencyKey: "idempotency-key",
  /** What the write replaces, as its preview showed it. */
  material: "tenantops-material",
  replayed: "tenantops-replayed",
  error: "tenantops-error",
  retryAfter: "tenantops-retry-after",
  mayHaveWritten: "tenantops-may-have-written",
  problems: "tenantops-problems",
} as const;

/** HTTP header: JSON with contexts of the same caller for other services, by their names, for work that the caller has asked for there. */
export const contextsHeader = "tenantops-contexts";
