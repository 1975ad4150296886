import { Refusal } from "@tenant-ops/kit/errors";

/**
 * Whether a search or count may continue without the answer of a service that was too slow: only when it has a time limit.
 * @param until milliseconds since 1970; Infinity for no time limit
 */
export function mayBeIncomplete(error: unknown, until: number): boolean {
  return error instanceof Refusal && error.code === "deadline_exceeded" && Number.isFinite(until);
}
