import { Refusal, unavailable } from "@tenant-ops/kit/errors";

/** The request did not reach the service, so nothing can have happened. */
const notSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const cut = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

export function findNetworkErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string" && (notSent.has(error.code) || cut.has(error.code)))
    return error.code;
  return findNetworkErrorCode(error.cause);
}

/** What the caller is told when a service did not answer. */
export function toUpstreamRefusal(service: string, error: unknown): Refusal {
  if (error instanceof Error && "statusCode" in error && error.statusCode === 504) {
    return new Refusal(
      "deadline_exceeded",
      `The ${service} service did not answer in time. A write may have happened.`,
    );
  }
  return notSent.has(findNetworkErrorCode(error) ?? "")
    ? unavailable(`The ${service} service is not reachable right now. Nothing was written.`)
    : unavailable(
        `The ${service} service broke off. A write may have happened: repeat it with the same Idempotency-Key.`,
      );
}

/**
 * When to send a request again, in milliseconds from now; null for not at all.
 * @param isRepeatable a read, or a write that carries an idempotency key
 */
export function computeRetryDelay(error: unknown, isRepeatable: boolean, attempt: number): number | null {
  const code = findNetworkErrorCode(error);
  if (attempt >= 3 || code === undefined) return null;
  return isRepeatable || notSent.has(code) ? 50 * 4 ** attempt : null;
}
