import type { TenantOpsError } from "./error.js";

export type { List } from "./list.js";

export interface ClientOptions extends SendOptions {
  /** `svc_live_…`, or `svc_test_…` for the sandbox. Keep it on servers. */
  apiKey: string;
  /** The id of the business of the key. */
  businessId: string;
}

/** Where requests go, and how long and how often they are tried. */
export interface SendOptions {
  /** The address of the server, such as `https://api.example.com`. */
  baseUrl: string;
  /** The default is the `fetch` of the platform. */
  fetch?: (request: Request) => Promise<Response>;
  /** Limit of a whole call with its retries and pauses. Default 30,000. */
  timeoutMs?: number;
  /** Limit of one attempt. Default 12,000: the server itself gives up after ten seconds. */
  attemptTimeoutMs?: number;
  /** How often a call is repeated at most. Default 3; 0 sends everything once. */
  retries?: number;
  /** Called after every attempt of every call, for logs and metrics. */
  onAttempt?: (attempt: CallAttempt) => void;
}

export interface ReadOptions {
  /** Ends the call with the code `aborted`. */
  signal?: AbortSignal;
  timeoutMs?: number;
  retries?: number;
  /** Called in addition to the one of the client. */
  onAttempt?: (attempt: CallAttempt) => void;
}

export interface WriteOptions extends ReadOptions {
  /** 1 to 255 characters. Without one, each call gets a random key. Give your own to repeat a write from another process. */
  idempotencyKey?: string;
}

/** The outcome of one attempt. */
export interface CallAttempt {
  /** The method of the client: `createStock`. */
  operation: string;
  method: string;
  /** As in the documentation: `/v1/public/supply/stocks/{id}`. */
  path: string;
  /** From 1. */
  number: number;
  durationMs: number;
  requestId: string;
  /** Undefined when there was no answer. */
  status: number | undefined;
  /** Whether the answer is the stored one of an earlier request with the same idempotency key. */
  replayed: boolean;
  /** Undefined for a success. */
  error: TenantOpsError | undefined;
  /** After which pause the call is repeated; undefined when it is not. */
  retryInMs: number | undefined;
}
