import { type ServiceError, status } from "@grpc/grpc-js";
import type { Access } from "../call/scopes.js";
import { describeOutcome, Refusal } from "../errors/refusal.js";

/** A call that ended without an answer of the service. */
export class UnansweredCall extends Refusal {
  constructor(
    code: "service_unavailable" | "deadline_exceeded",
    detail: string,
    /** True when the service certainly did not begin to work on the call. */
    readonly wasNotStarted: boolean,
  ) {
    super(code, detail, code === "service_unavailable" ? 2 : undefined, !wasNotStarted);
  }
}

/** How a call ended without an answer. */
export interface UnansweredStatus extends Pick<ServiceError, "code" | "details"> {
  /** For a unary call it is known only from the details. */
  wasNotStarted?: boolean;
}

/**
 * The error of a call that ended without an answer of the service, from the status that grpc-js or the session stream made up for it.
 * @param isCancelled the caller of this process has cancelled the call
 */
export function toUnansweredCall(
  error: UnansweredStatus,
  service: string,
  access: Access,
  isCancelled: boolean,
): Error {
  const wasNotStarted = error.wasNotStarted ?? notStarted.test(error.details);
  const describe = (cause: string) => describeOutcome(cause, access, !wasNotStarted);
  if (error.code === status.CANCELLED && isCancelled)
    return new UnansweredCall("deadline_exceeded", "The caller went away before the answer.", wasNotStarted);
  if (error.code === status.DEADLINE_EXCEEDED)
    return new UnansweredCall(
      "deadline_exceeded",
      describe(`The ${service} service did not answer in time.`),
      wasNotStarted,
    );
  if (!brokenCodes.has(error.code) || ownFaults.test(error.details))
    return new Error(`gRPC ${service}: ${error.code} ${error.details}`);
  const cause = wasNotStarted
    ? `The ${service} service is not reachable right now.`
    : `The connection to the ${service} service broke before its answer.`;
  return new UnansweredCall("service_unavailable", describe(cause), wasNotStarted);
}

/**
 * Statuses that grpc-js makes up when a connection breaks or a stream is reset, beside DEADLINE_EXCEEDED. Our services never answer
 * without the trailer that names the error code.
 */
const brokenCodes = new Set([
  status.UNAVAILABLE,
  status.INTERNAL,
  status.UNKNOWN,
  status.ABORTED,
  status.CANCELLED,
  status.DATA_LOSS,
  status.RESOURCE_EXHAUSTED,
]);

/**
 * The details of grpc-js for a call that no service began to work on. REFUSED_STREAM: a server that closes a connection refuses the
 * streams that it has not passed to the application.
 * @see https://www.rfc-editor.org/rfc/rfc9113#section-8.7
 */
const notStarted =
  /No connection established|Stream refused by server|Name resolution failed|Failed to start HTTP\/2 stream|Waiting for LB pick/;

/** A message that cannot be written, read or is too large: sending it again gives the same error. */
const ownFaults = /serializ|parsing error|larger than/i;
