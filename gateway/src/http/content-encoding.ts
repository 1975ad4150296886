import { quote, Refusal } from "@tenant-ops/kit/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { getHeader } from "../request/headers.js";

/**
 * Replies 415 to a compressed body. Bodies of at most 256 KiB gain little by compression, and unpacking one would be work
 * that its size does not limit. The hook runs after authentication and limits.
 */
export function rejectEncodedBodies(app: FastifyInstance): void {
  app.addHook("preParsing", (request, reply, payload, done) => {
    const encoding = getHeader(request, "content-encoding")?.trim().toLowerCase() ?? "";
    if (encoding === "" || encoding === "identity" || !hasBody(request)) return done(null, payload);
    // RFC 9110 12.5.3: in a 415 reply the header names the encodings that are accepted.
    void reply.header("accept-encoding", "identity");
    throw new Refusal(
      "unsupported_media_type",
      `Content-Encoding ${quote(encoding)} is not taken here: send the body as it is, without Content-Encoding.`,
    );
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
