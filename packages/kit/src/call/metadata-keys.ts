/** Names of the gRPC metadata and HTTP headers that our own processes exchange. */
export const metadataKeys = {
  context: "tenantops-context",
  requestId: "x-request-id",
  traceparent: "traceparent",
  idempotencyKey: "idempotency-key",
  replayed: "tenantops-replayed",
  error: "tenantops-error",
  retryAfter: "tenantops-retry-after",
} as const;
