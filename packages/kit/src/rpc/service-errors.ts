import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { metadataKeys } from "../call/metadata-keys.js";
import { isErrorCode } from "../errors/error-table.js";
import type { Problem } from "../errors/input-rules.js";
import { Refusal } from "../errors/refusal.js";

/** A refusal as the gRPC answer that carries its code. */
export function toServiceError(refusal: Refusal): Partial<ServiceError> {
  const metadata = createTrailer(createTrailerValues(refusal));
  return { code: toGrpcStatus(refusal.status), details: refusal.detail, metadata };
}

/** What is sent of a refusal beside its status and detail. */
export function createTrailerValues(refusal: Refusal): Record<string, string> {
  const { code, mayHaveWritten, retryAfter, problems } = refusal;
  return {
    [metadataKeys.error]: code,
    [metadataKeys.mayHaveWritten]: String(mayHaveWritten),
    ...(retryAfter !== undefined && { [metadataKeys.retryAfter]: String(retryAfter) }),
    ...(problems.length > 0 && { [metadataKeys.problems]: writeProblems(problems) }),
  };
}

/** gRPC takes at most 8 KiB of metadata. */
const problemCharactersMax = 4096;

/** As ASCII, which is what metadata takes. Of very long problems only the first are sent. */
function writeProblems(problems: readonly Problem[]): string {
  const text = encodeURIComponent(JSON.stringify(problems));
  return text.length <= problemCharactersMax ? text : writeProblems(problems.slice(0, problems.length >> 1));
}

const readProblems = (text: string | undefined): Problem[] =>
  text === undefined ? [] : (JSON.parse(decodeURIComponent(text)) as Problem[]);

export function createTrailer(values: Record<string, string>): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(values)) metadata.set(name, value);
  return metadata;
}

/** The refusal that a service sent; undefined when the service did not answer. */
export function readServiceRefusal({ metadata, details }: ServiceError): Refusal | undefined {
  return readRefusal((name) => metadata.get(name)[0]?.toString(), details);
}

/** The same from the values that `createTrailerValues` made. */
export function readRefusal(read: (name: string) => string | undefined, details: string): Refusal | undefined {
  const code = read(metadataKeys.error);
  if (!code || !isErrorCode(code)) return undefined;
  const [retryAfter, mayHaveWritten] = [read(metadataKeys.retryAfter), read(metadataKeys.mayHaveWritten)];
  const problems = readProblems(read(metadataKeys.problems));
  return new Refusal(code, details, retryAfter ? Number(retryAfter) : undefined, mayHaveWritten === "true", problems);
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
