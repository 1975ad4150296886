import type { FastifyReplyFromHooks } from "@fastify/reply-from";
import { type Access, getHttpAccess, readIdempotencyKey } from "@tenant-ops/kit/call";
import { describeOutcome, Refusal } from "@tenant-ops/kit/errors";
import type { FastifyReply } from "fastify";
import { isRead } from "./access.js";
import { filterRequestHeaders, filterResponseHeaders } from "./headers.js";

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
function findNetworkErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (
    "code" in error &&
    typeof error.code === "string" &&
    (notSentCodes.has(error.code) || brokenCodes.has(error.code))
  )
    return error.code;
  return findNetworkErrorCode(error.cause);
}

/** What is known about a request to which a service did not reply. */
interface UnansweredRequest {
  service: string;
  access: Access;
  /** A read, or a write that carries an idempotency key. */
  isRepeatable: boolean;
  /** A try before the last one may have reached the service. */
  mayHaveArrived: boolean;
}

/** The refusal for the caller. @param error of the last try */
function toUpstreamRefusal(
  { service, access, isRepeatable, mayHaveArrived }: UnansweredRequest,
  error: unknown,
): Refusal {
  const advice = isRepeatable
    ? " Repeat it with the same Idempotency-Key."
    : " Check first whether it did: a repeat without an Idempotency-Key may write twice.";
  const describe = (cause: string, mayHaveWritten: boolean) =>
    describeOutcome(cause, access, mayHaveWritten) + (access === "write" && mayHaveWritten ? advice : "");
  if (error instanceof Error && "statusCode" in error && error.statusCode === 504) {
    return new Refusal("deadline_exceeded", describe(`The ${service} service did not answer in time.`, true));
  }
  const wasNotSent = notSentCodes.has(findNetworkErrorCode(error) ?? "");
  const cause = wasNotSent
    ? `The ${service} service is not reachable right now.`
    : `The connection to the ${service} service broke before its answer.`;
  const mayHaveWritten = mayHaveArrived || !wasNotSent;
  return new Refusal("service_unavailable", describe(cause, mayHaveWritten), retryAfterSeconds, mayHaveWritten);
}

/**
 * Milliseconds until the next attempt; null for no further attempt.
 * @param isRepeatable a read, or a write that carries an idempotency key
 */
function computeRetryDelay(error: unknown, isRepeatable: boolean, attempt: number): number | null {
  const code = findNetworkErrorCode(error);
  if (attempt >= 3 || code === undefined) return null;
  return isRepeatable || notSentCodes.has(code) ? 50 * 4 ** attempt : null;
}

/** Longer than the nine seconds that a service allows itself, so that its own error arrives first. */
const upstreamTimeoutMs = 10_000;

/**
 * Sends the request to the service and its answer to the caller.
 * @throws Refusal invalid_argument for an idempotency key that the service would refuse
 */
export function passOn(
  reply: FastifyReply,
  service: string,
  isPublic: boolean,
  { isUpload = false, timeoutMs = upstreamTimeoutMs }: { isUpload?: boolean; timeoutMs?: number } = {},
): FastifyReply {
  const { body, headers: given } = reply.request;
  // The plugin would write the bytes of a JSON body as JSON again.
  const unparsed = Buffer.isBuffer(body) ? { body, contentType: given["content-type"] ?? "" } : {};
  // Every write with a call context takes a key; those of pages and of OAuth do not, so a repeat of them writes twice.
  const isRepeatable = isRead(reply.request.method) || (!isPublic && readIdempotencyKey(reply.request) !== undefined);
  const unanswered: UnansweredRequest = {
    ...{ service, isRepeatable },
    access: getHttpAccess(reply.request.method),
    mayHaveArrived: false,
  };
  const hooks: FastifyReplyFromHooks = {
    ...unparsed,
    timeout: timeoutMs,
    rewriteRequestHeaders: (from, headers) =>
      filterRequestHeaders(headers, from.gatewayState?.serviceHeaders ?? {}, isPublic, Boolean(from.body)),
    rewriteHeaders: (headers, from) => {
      // The plugin calls this when the reply of the service has arrived.
      from?.gatewayState?.startLoopTime();
      return filterResponseHeaders(headers);
    },
    // A file is not kept here, so it cannot be sent again.
    retryDelay: ({ err, attempt }) => {
      const delay = isUpload ? null : computeRetryDelay(err, isRepeatable, attempt);
      unanswered.mayHaveArrived ||= delay !== null && brokenCodes.has(findNetworkErrorCode(err) ?? "");
      return delay;
    },
    onError: (failed, { error }) => void failed.send(toUpstreamRefusal(unanswered, error)),
  };
  return reply.from(readPath(reply.request.raw.url ?? ""), hooks);
}

/**
 * The path of a request, also where it names the host as requests to a proxy do (RFC 9112, section 3.2.2). Without the query: the plugin forwards it
 * unchanged, while a query in its source is decoded, which fails for one such as `?discount=50%`.
 * @throws Refusal malformed_request for `.`, `..` and `\`, which is `/` to the parser of URLs: the service would get another path than the one that
 * was authorized
 */
function readPath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/)[0] ?? "";
  if (/\\|\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path))
    throw new Refusal("malformed_request", "A part of the path is . or .. or has a \\, which names nothing here.");
  return path;
}
