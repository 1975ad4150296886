import type { ErrorCode } from "./generated/errors.js";

/** Codes of failures in the client, before or instead of an error answer. */
export type ClientErrorCode =
  /** The server could not be reached, or the connection broke. */
  | "connection_failed"
  /** No complete answer came in time. */
  | "timeout"
  /** The signal of the caller was aborted. */
  | "aborted"
  /** The answer is not one of tenant-ops: a page of a proxy, a redirect, broken JSON. */
  | "unexpected_answer"
  /** A webhook request whose signature, time or form is wrong. */
  | "webhook_invalid";

export interface ErrorFields {
  code: string;
  detail: string;
  status?: number | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  idempotencyKey?: string | undefined;
  mayHaveWritten?: boolean;
  cause?: unknown;
}

/** Every error of the client. It holds neither the API key nor the secret of a webhook. */
export class TenantOpsError extends Error {
  /** A stable code of the server or of the client. A newer server may send codes that this version does not name. */
  readonly code: ErrorCode | ClientErrorCode | (string & {});
  /** A sentence to act on. */
  readonly detail: string;
  /** The HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;
  /** To quote in support requests. All attempts of one call have the same id. */
  readonly requestId: string | undefined;
  /** Seconds after which the same call may succeed, when the server named them. */
  readonly retryAfter: number | undefined;
  /** The key of a write. Calling again with it writes at most once. */
  readonly idempotencyKey: string | undefined;
  /** True when the outcome of a write is unknown. Call again with `idempotencyKey` to learn it. */
  readonly mayHaveWritten: boolean;

  constructor({
    code,
    detail,
    status,
    requestId,
    retryAfter,
    idempotencyKey,
    mayHaveWritten = false,
    cause,
  }: ErrorFields) {
    super(`${code}: ${detail}`, cause === undefined ? undefined : { cause });
    this.name = "TenantOpsError";
    this.code = code;
    this.detail = detail;
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
    this.idempotencyKey = idempotencyKey;
    this.mayHaveWritten = mayHaveWritten;
  }
}
