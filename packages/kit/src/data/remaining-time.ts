import type { Call } from "../call/call.js";
import { Refusal } from "../errors/refusal.js";

const operationMsMax = 10_000;

/**
 * Milliseconds until the latest deadline of these calls, at most ten seconds: the limit for one database operation.
 * @throws Refusal deadline_exceeded when no time is left
 */
export function remainingTimeMs(calls: readonly Call[]): number {
  const left = Math.max(...calls.map(({ deadline }) => deadline)) - Date.now();
  if (left <= 0) throw new Refusal("deadline_exceeded", "The time for this call is over.");
  return Math.min(left, operationMsMax);
}
