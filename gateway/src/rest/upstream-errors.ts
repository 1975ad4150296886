import { Refusal, unavailable } from "@tenant-ops/kit/errors";

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
export function toUpstreamRefusal(service: string, error: unknown): Refusal {
  if (error instanceof Error && "statusCode" in error && error.statusCode === 504) {
    return new Refusal(
      "deadline_exceeded",
      `The ${service} service did not answer in time. A write may have happened.`,
    );
  }
  return notSentCodes.has(findNetworkErrorCode(error) ?? "")
    ? unavailable(`The ${service} service is not reachable right now. Nothing was written.`)
    : unavailable(
        `The ${service} service broke off. A write may have happened: repeat it with the same Idempotency-Key.`,
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
