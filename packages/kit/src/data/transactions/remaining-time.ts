import type { Call } from "../../call/call.js";
import { Refusal } from "../../errors/refusal.js";

/** The refusal of a call whose deadline passed before it ran. */
export function createLateRefusal(): Refusal {
  return new Refusal(
    "deadline_exceeded",
    "The time for this call was over before it was carried out.",
    undefined,
    false,
  );
}

/** Whether the caller has stopped waiting. The client may have repeated the request, and running this one as well could write twice. */
export function isLate({ deadline, signal }: Call): boolean {
  return deadline <= Date.now() || signal?.aborted === true;
}

const operationMsMax = 10_000;

/**
 * Milliseconds until the latest deadline of these calls, at most ten seconds: the limit for one database operation.
 * @throws Refusal deadline_exceeded when no time remains
 */
export function remainingTimeMs(calls: readonly Call[]): number {
  const left = Math.max(...calls.map(({ deadline }) => deadline)) - Date.now();
  if (left <= 0) throw createLateRefusal();
  return Math.min(left, operationMsMax);
}
