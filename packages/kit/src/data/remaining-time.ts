import type { Call } from "../call/call.js";
import { Refusal } from "../errors/refusal.js";

/** For a call whose time ended before it was carried out. */
export function createLateRefusal(): Refusal {
  return new Refusal(
    "deadline_exceeded",
    "The time for this call was over before it was carried out.",
    undefined,
    false,
  );
}

/** Nobody waits for the answer any more: the client may have sent the request again, and carrying out this one as well could write twice. */
export function isLate({ deadline, signal }: Call): boolean {
  return deadline <= Date.now() || signal?.aborted === true;
}

const operationMsMax = 10_000;

/**
 * Milliseconds until the latest deadline of these calls, at most ten seconds: the limit for one database operation.
 * @throws Refusal deadline_exceeded when no time is left
 */
export function remainingTimeMs(calls: readonly Call[]): number {
  const left = Math.max(...calls.map(({ deadline }) => deadline)) - Date.now();
  if (left <= 0) throw createLateRefusal();
  return Math.min(left, operationMsMax);
}
