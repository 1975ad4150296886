import type { Access } from "@tenant-ops/kit/call";
import { describeOutcome, Refusal } from "@tenant-ops/kit/errors";

/** The request did not reach the service, so it has written nothing. */
const notSentCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** The connection broke; the service may have received the request. */
const brokenCodes = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

const retryAfterSeconds = 2;

/** The network error code of an error or of one of its causes. */
export function findNetworkErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (
    "code" in error &&
    typeof error.code === "string" &&
    (notSentCodes.has(error.code) || brokenCodes.has(error.code))
  )
    return error.code;
  return findNetworkErrorCode(error.cause);
}

/** The refusal for the caller when a service did not reply. */
export function toUpstreamRefusal(service: string, error: unknown, access: Access): Refusal {
  if (error instanceof Error && "statusCode" in error && error.statusCode === 504) {
    const detail = describeOutcome(`The ${service} service did not answer in time.`, access, true);
    return new Refusal("deadline_exceeded", detail);
  }
  const wasNotSent = notSentCodes.has(findNetworkErrorCode(error) ?? "");
  const cause = wasNotSent
    ? `The ${service} service is not reachable right now.`
    : `The connection to the ${service} service broke before its answer.`;
  const advice = access === "write" && !wasNotSent ? " Repeat it with the same Idempotency-Key." : "";
  return new Refusal(
    "service_unavailable",
    describeOutcome(cause, access, !wasNotSent) + advice,
    retryAfterSeconds,
    !wasNotSent,
  );
}

/**
 * Milliseconds until the next attempt; null for no further attempt.
 * @param isRepeatable a read, or a write that carries an idempotency key
 */
export function computeRetryDelay(error: unknown, isRepeatable: boolean, attempt: number): number | null {
  const code = findNetworkErrorCode(error);
  if (attempt >= 3 || code === undefined) return null;
  return isRepeatable || notSentCodes.has(code) ? 50 * 4 ** attempt : null;
}
