import { Refusal } from "@tenant-ops/kit/errors";

/**
 * Whether a search or count with a limit of time goes on without a service that is too slow now. One without a limit needs every part.
 * @param until milliseconds since 1970; Infinity for no limit
 */
export function mayBeIncomplete(error: unknown, until: number): boolean {
  return error instanceof Refusal && error.code === "deadline_exceeded" && Number.isFinite(until);
}
