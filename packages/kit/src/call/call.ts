import type { CallSignal } from "./cancellation.js";

/** The caller, as the gateway determined it from the credential. It is signed, so a service can trust it. */
export interface Caller {
  /** Empty in the calls of operators, and in look-ups of the gateway that begin without a business. Only accounts accepts those. */
  businessId: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** ISO 4217. */
  currency: string;
  /** IANA time zone in which the business's days begin and end. */
  timeZone: string;
  keyId: string;
  scopes: readonly string[];
  /** Name of the operator who calls. Absent for every other caller. */
  operator?: string;
}

/** What a service takes from a call context that is valid. */
export interface VerifiedContext {
  /** The service that calls. Of a signed context it is the one that signed: only it has the private key. */
  issuer: string;
  caller: Caller;
}

/** Why a proposal token does not allow a write any more. */
export type StoredReplyOnly = "proposal_expired" | "proposal_invalid";

/** One call of one business, from the gateway or the trigger to the database. */
export interface Call extends Caller {
  requestId: string;
  /** W3C trace context. */
  traceparent?: string;
  /** When the caller stops waiting, in milliseconds since 1970. */
  deadline: number;
  /** Aborted when the caller disconnects. */
  signal?: CallSignal;
  /** Name of the tool or route. Together with the idempotency key it identifies a write. */
  operation: string;
  /** Calls with the same key and operation write once. */
  idempotencyKey?: string;
  /** SHA-256 of the arguments, to tell a repeated call from a reused key. */
  requestDigest?: () => string;
  /**
   * Set for a look-up: the call gets the stored answer of an earlier call with the same key, and writes nothing. When nothing is
   * stored it is refused with this code. `proposal_expired` also refuses calls with the same key from then on.
   */
  storedReplyOnly?: StoredReplyOnly;
  /** Set for a write with a proposal: what it replaces, as the preview showed it (`requireAsPreviewed`). */
  material?: string;
  /** Called when a reply has arrived, before it is decoded and again before the code that waits for it continues. */
  onReply?: () => void;
  /**
   * Set for system calls. `closed`: the call is accepted while the business is being offboarded, until its deletion begins. `deleting`: the call
   * belongs to the deletion. Calls with a credential never have it.
   */
  allowsClosed?: "closed" | "deleting";
  /** By service: contexts that the gateway has signed for work which the caller has asked for there. They replace those of the process itself. */
  contexts?: Readonly<Record<string, string>>;
  /** True when the answer is the stored one of an earlier call. */
  replayed?: boolean;
}

/** A call without a credential: work caused by an event, a timer or a public page. */
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
