import type { EgressFailure } from "./egress.types.js";

export class EgressError extends Error {
  constructor(readonly failure: EgressFailure) {
    super(failure);
  }
}

const failureByCode: Record<string, EgressFailure> = {
  egress_refused: "egress_refused",
  invalid_argument: "egress_refused",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "bad_answer",
  UND_ERR_SOCKET: "reset",
  ECONNRESET: "reset",
  EPIPE: "reset",
  ECONNREFUSED: "connect",
  EHOSTUNREACH: "connect",
  ENETUNREACH: "connect",
  ETIMEDOUT: "timeout",
};

// Codes of Node and of OpenSSL, also those of its certificate checks. UNSPECIFIED stands for checks without a code in Node.
const tlsCodes =
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|ERROR_IN_CERT|UNSPECIFIED)/;

export function toEgressFailure(error: unknown): EgressFailure {
  if (error instanceof EgressError) return error.failure;
  const { name, code } = error as { name?: unknown; code?: unknown };
  if (name === "HTTPParserError") return "bad_answer";
  if (typeof code !== "string") return "connect";
  if (tlsCodes.test(code)) return "tls";
  return failureByCode[code] ?? "connect";
}
