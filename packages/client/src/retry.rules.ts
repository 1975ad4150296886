import type { TenantOpsError } from "./error.js";
import { retryableCodes } from "./generated/errors.js";
import { isRead, type Operation } from "./operation.js";

const firstPauseMs = 250;
const pauseMsMax = 8000;
/** Statuses with which proxies in front of the server say that the same request may succeed later. */
const proxyStatuses: readonly (number | undefined)[] = [408, 429, 502, 503, 504];

export interface FailedAttempt {
  operation: Operation;
  error: TenantOpsError;
  /** How many attempts there were, this one included. */
  attempts: number;
  retries: number;
  /** Remaining time of the call. */
  remainingMs: number;
  /** From 0 to 1. */
  random: number;
}

/** After how many milliseconds the call is repeated; undefined when it is not. */
export function planRetry({
  operation,
  error,
  attempts,
  retries,
  remainingMs,
  random,
}: FailedAttempt): number | undefined {
  // Without a key, a repeat could write a second time.
  if (!isRead(operation) && !operation.takesKey) return undefined;
  if (attempts > retries || !isRetryable(error)) return undefined;
  const backoffMs = Math.min(pauseMsMax, firstPauseMs * 2 ** (attempts - 1));
  // Random, so that callers that failed together do not retry together.
  const jitterMs = backoffMs * random;
  const pauseMs = Math.round(
    error.retryAfter === undefined ? backoffMs / 2 + jitterMs / 2 : error.retryAfter * 1000 + jitterMs,
  );
  return pauseMs < remainingMs ? pauseMs : undefined;
}

export function isRetryable({ code, status }: TenantOpsError): boolean {
  if (code === "connection_failed" || code === "timeout") return true;
  if (code === "unexpected_answer") return proxyStatuses.includes(status);
  return retryableCodes.has(code);
}

/** Codes after which it is unknown whether the server has stored a write. */
const unclearCodes: ReadonlySet<string> = new Set([
  "connection_failed",
  "timeout",
  "aborted",
  "unexpected_answer",
  "deadline_exceeded",
  "service_unavailable",
  "internal_server_error",
  "idempotency_in_flight",
]);

export function isUnclear({ code }: TenantOpsError): boolean {
  return unclearCodes.has(code);
}

/**
 * Whether a refusal decides the outcome of the attempts before it: the server looks for the stored answer of the key first, so a refusal by a rule
 * means that none of them has written.
 */
export function isSettled({ code, status = 0 }: TenantOpsError): boolean {
  return [404, 409, 422].includes(status) && !unclearCodes.has(code) && !retryableCodes.has(code);
}

/** Seconds from a header Retry-After, which has seconds or a date. */
export function parseRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null || value.trim() === "") return undefined;
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : (Date.parse(value) - nowMs) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
