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

/** One thing that is wrong with a request, for a program. `detail` of the error says the same in English. */
export interface Problem {
  /** An error code, or what is wrong with a field: `required`, `too_long`. A newer server may send others. */
  rule: string;
  /** The field of the request, such as `gifts[2].value`. */
  field?: string;
  /** The numbers and names of the sentence, such as `{ max: 80 }`. */
  values?: Readonly<Record<string, string | number>>;
}

export interface ErrorFields {
  code: string;
  detail: string;
  status?: number | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  idempotencyKey?: string | undefined;
  mayHaveWritten?: boolean;
  problems?: readonly Problem[] | undefined;
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
  /** What is wrong, one by one; empty when the code says everything. */
  readonly problems: readonly Problem[];

  constructor({
    code,
    detail,
    status,
    requestId,
    retryAfter,
    idempotencyKey,
    mayHaveWritten = false,
    problems = [],
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
    this.problems = problems;
  }
}
