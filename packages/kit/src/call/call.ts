/** Who calls, as the gateway found out from the credential. Signed on its way, so a service can believe it. */
export interface Caller {
  businessId: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** ISO 4217. */
  currency: string;
  /** IANA time zone in which the business's days begin and end. */
  timeZone: string;
  keyId: string;
  scopes: readonly string[];
}

/** One piece of work for one business, from the door to the database. */
export interface Call extends Caller {
  requestId: string;
  /** W3C trace context. */
  traceparent?: string;
  /** When the caller stops waiting, in milliseconds since 1970. */
  deadline: number;
  /** Aborted when the caller goes away. */
  signal?: AbortSignal;
  /** What is being done: the tool's or route's name. Part of the identity of an idempotent write. */
  operation: string;
  /** Two calls with the same key and operation are one write. */
  idempotencyKey?: string;
  /** SHA-256 of what was asked, to tell a repeat from a reused key. */
  requestDigest?: () => string;
  /** Set when the answer is a stored one. */
  replayed?: boolean;
}

/** A call that no credential stands behind: work caused by an event, a timer or a public page. */
export function createSystemCall(businessId: string, operation: string, given: Partial<Call> = {}): Call {
  return {
    businessId,
    country: "",
    currency: "",
    timeZone: "UTC",
    keyId: "system",
    scopes: [],
    requestId: "none",
    deadline: Date.now() + 10_000,
    operation,
    ...given,
  };
}
