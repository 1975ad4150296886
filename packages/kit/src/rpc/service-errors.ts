import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { metadataKeys } from "../call/metadata-keys.js";
import { isErrorCode } from "../errors/error-table.js";
import { Refusal, toRefusal, unavailable } from "../errors/refusal.js";

/** An error of a handler as the gRPC answer that carries its code. */
export function toServiceError(error: unknown): Partial<ServiceError> {
  const refusal = toRefusal(error);
  const trailer: Record<string, string> = { [metadataKeys.error]: refusal.code };
  if (refusal.retryAfter !== undefined) trailer[metadataKeys.retryAfter] = String(refusal.retryAfter);
  return { code: toGrpcStatus(refusal.status), details: refusal.detail, metadata: createTrailer(trailer) };
}

export function createTrailer(values: Record<string, string>): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(values)) metadata.set(name, value);
  return metadata;
}

/** The refusal that a service sent, or one that says why it could not be reached. */
export function fromServiceError(error: ServiceError, service: string): Error {
  const code = error.metadata.get(metadataKeys.error)[0]?.toString();
  if (code && isErrorCode(code)) {
    const retryAfter = error.metadata.get(metadataKeys.retryAfter)[0]?.toString();
    return new Refusal(code, error.details, retryAfter ? Number(retryAfter) : undefined);
  }
  switch (error.code) {
    case status.UNAVAILABLE:
      return unavailable(`The ${service} service is not reachable right now. Nothing is known to have been written.`);
    case status.DEADLINE_EXCEEDED:
      return new Refusal(
        "deadline_exceeded",
        `The ${service} service did not answer in time. A write may have happened.`,
      );
    case status.CANCELLED:
      return new Refusal("deadline_exceeded", "The caller went away before the answer.");
    default:
      return new Error(`gRPC ${service}: ${error.code} ${error.details}`);
  }
}

/** @see https://grpc.io/docs/guides/status-codes/ */
export function toGrpcStatus(httpStatus: number): status {
  switch (httpStatus) {
    case 401:
      return status.UNAUTHENTICATED;
    case 403:
      return status.PERMISSION_DENIED;
    case 404:
      return status.NOT_FOUND;
    case 409:
      return status.ABORTED;
    case 422:
      return status.FAILED_PRECONDITION;
    case 429:
      return status.RESOURCE_EXHAUSTED;
    case 503:
      return status.UNAVAILABLE;
    case 504:
      return status.DEADLINE_EXCEEDED;
    default:
      return httpStatus < 500 ? status.INVALID_ARGUMENT : status.INTERNAL;
  }
}
