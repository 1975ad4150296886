import { Refusal } from "../errors/refusal.js";

/** The largest request body that the gateway and the services accept. */
export const bodyBytesMax = 256 * 1024;

/** The longest parameter of a path that the gateway and the services accept, in characters. */
export const pathParamLengthMax = 256;

/**
 * Turns Fastify's errors about a request that it could not read into refusals: Fastify's own sentences name internals, and
 * one of them quotes the path. Every other error is returned as it is.
 * @param bodyLimit of the route, in bytes
 */
export function normalizeFastifyError(error: unknown, bodyLimit: number = bodyBytesMax): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  switch ("code" in error ? error.code : undefined) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new Refusal("payload_too_large", `The body is over ${bodyLimit / 1024} KiB.`);
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new Refusal("unsupported_media_type", "Send the body as application/json.");
    case "FST_ERR_CTP_EMPTY_JSON_BODY":
      return new Refusal("malformed_request", "The body is empty.");
    case "FST_ERR_CTP_INVALID_JSON_BODY":
      return new Refusal("malformed_request", "The body is not valid JSON.");
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return new Refusal("malformed_request", "The body is not as long as Content-Length says.");
    case "FST_ERR_MAX_PARAM_LENGTH":
      return new Refusal("malformed_request", `A part of the path is over ${pathParamLengthMax} characters.`);
    case "FST_ERR_BAD_URL":
      return new Refusal("malformed_request", "The path is not a valid URL.");
    default:
      return normalizeByStatus(error);
  }
}

function normalizeByStatus(error: Error): unknown {
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (typeof status !== "number" || status < 400 || status >= 500) return error;
  if (status === 408) return new Refusal("request_timeout", "The request was not complete in time.");
  // The JSON parser of Fastify refuses names such as `__proto__` with a SyntaxError that has no code.
  const detail = error instanceof SyntaxError ? "The body is not valid JSON." : "The request could not be read.";
  return new Refusal("malformed_request", detail);
}
