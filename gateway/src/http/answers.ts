import { toRefusal, type ErrorBody, toErrorBody, Refusal } from "@tenant-ops/kit/errors";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { FastifyReply, FastifyRequest } from "fastify";
import { headerOf, note, requestIdOf } from "../requests.js";

export const bodyBytesMax = 256 * 1024;

/** What an error answer carries beside its status. The MCP door uses it for errors that leave in another form. */
export function prepareRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  publicUrl: string,
): void {
  note(request, { code: refusal.code });
  if (refusal.retryAfter !== undefined) void reply.header("retry-after", String(Math.ceil(refusal.retryAfter)));
  const challenge = challengeOf(request, refusal, publicUrl);
  if (challenge && !reply.hasHeader("www-authenticate")) void reply.header("www-authenticate", challenge);
}

/** Answers any error with `{error, detail, request_id}`; what is not a refusal is logged whole and told to nobody. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { logger, publicUrl }: { logger: Logger; publicUrl: () => string },
): FastifyReply {
  const refusal = toRefusal(inOurWords(error));
  if (refusal.code === "internal_server_error" && !request.raw.destroyed) {
    logger.error({ err: error, requestId: requestIdOf(request) }, "request failed");
  }
  prepareRefusal(request, reply, refusal, publicUrl());
  const body: ErrorBody = toErrorBody(refusal, requestIdOf(request));
  return reply.status(refusal.status).type("application/json; charset=utf-8").send(body);
}

/** Fastify's own refusals as ours: its sentences name internals, and one of them quotes the path. */
function inOurWords(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error;
  const code = "code" in error ? error.code : undefined;
  const statusCode = "statusCode" in error ? error.statusCode : undefined;
  switch (code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new Refusal("payload_too_large", `The body is over ${bodyBytesMax / 1024} KiB.`);
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new Refusal("unsupported_media_type", "Send the body as application/json.");
    case "FST_ERR_BAD_URL":
      return new Refusal("malformed_request", "The path is not a valid URL.");
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return new Refusal("malformed_request", "The body is not as long as Content-Length says.");
    default:
      return typeof statusCode === "number" && statusCode >= 400 && statusCode < 500
        ? new Refusal("malformed_request", "The request could not be read.")
        : error;
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc9728#name-www-authenticate-response-h */
function challengeOf(request: FastifyRequest, refusal: Refusal, publicUrl: string): string | undefined {
  const sentBearer = /^bearer /i.test(headerOf(request, "authorization") ?? "");
  const metadata = `resource_metadata="${resourceMetadataUrl(publicUrl, request.url)}"`;
  if (refusal.status === 401) return `Bearer ${sentBearer ? 'error="invalid_token", ' : ""}${metadata}`;
  if (refusal.status === 403 && sentBearer) return `Bearer error="insufficient_scope", ${metadata}`;
  return undefined;
}

/** The paths that speak MCP; each is a protected resource with metadata of its own. */
export const mcpPaths = ["/mcp", "/cognitive-layer/mcp"] as const;

function resourceMetadataUrl(publicUrl: string, url: string): string {
  const path = mcpPaths.find((mcpPath) => url.split("?")[0] === mcpPath) ?? "";
  return `${publicUrl}/.well-known/oauth-protected-resource${path}`;
}
