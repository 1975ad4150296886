import type { Socket } from "node:net";
import { InsufficientScope } from "@tenant-ops/kit/call";
import { type ErrorBody, type Refusal, toErrorBody, toRefusal } from "@tenant-ops/kit/errors";
import { getRequestAccess, normalizeFastifyError } from "@tenant-ops/kit/http";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { agentReadScopes } from "@tenant-ops/rest/access";
import type { FastifyReply, FastifyRequest } from "fastify";
import { getHeader } from "../request/headers.js";
import { addLogFields } from "../request/request-state.js";
import { mcpPaths } from "./other-sites.js";
import { isForBrowser, type MayKeepForm, sendRefusal } from "./refused-pages.js";

/** Headers and log fields of a refusal. Used on its own where the body has another form, as in OAuth. */
export function setRefusalHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  publicUrl: string,
): void {
  addLogFields(request, { code: refusal.code });
  if (refusal.retryAfter !== undefined) void reply.header("retry-after", String(Math.ceil(refusal.retryAfter)));
  const challenge = createChallenge(request, refusal, publicUrl);
  if (challenge && !reply.hasHeader("www-authenticate")) void reply.header("www-authenticate", challenge);
}

export interface ErrorReplyOptions {
  logger: Logger;
  publicUrl: () => string;
  /** Whether the form of this refused request is kept in its answer; counts it. */
  mayKeepForm?: MayKeepForm | undefined;
}

/**
 * Replies to any error with `{error, detail, request_id}`, and with a page to a person in a browser. An error that is no refusal is logged, and its
 * text is not sent.
 */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { logger, publicUrl, mayKeepForm }: ErrorReplyOptions,
): FastifyReply | Promise<FastifyReply> {
  const refusal = toRefusal(normalizeFastifyError(error, request.routeOptions.bodyLimit), getRequestAccess(request));
  // The socket, not `request.raw`: Node destroys a request as soon as its body was read. A file that was passed on has none any more.
  const socket = request.raw.socket as Socket | null;
  if (refusal.code === "internal_server_error" && socket?.destroyed !== true) {
    logger.error({ err: error, requestId: request.id }, "request failed");
  }
  setRefusalHeaders(request, reply, refusal, publicUrl());
  if (isForBrowser(request)) return sendRefusal(request, reply, refusal, mayKeepForm);
  const body: ErrorBody = toErrorBody(refusal, request.id);
  return reply.status(refusal.status).type("application/json; charset=utf-8").send(body);
}

/** @see https://www.rfc-editor.org/rfc/rfc9728#name-www-authenticate-response-h */
function createChallenge(request: FastifyRequest, refusal: Refusal, publicUrl: string): string | undefined {
  const sentBearer = /^bearer /i.test(getHeader(request, "authorization") ?? "");
  const metadata = `resource_metadata="${getResourceMetadataUrl(publicUrl, request.url)}"`;
  if (refusal.status === 401)
    return `Bearer ${sentBearer ? 'error="invalid_token", ' : ""}scope="${agentReadScopes.join(" ")}", ${metadata}`;
  // Without a scope that is missing, a new token would be refused as well.
  if (sentBearer && refusal instanceof InsufficientScope)
    return `Bearer error="insufficient_scope", scope="${refusal.scopes.join(" ")}", ${metadata}`;
  return undefined;
}

function getResourceMetadataUrl(publicUrl: string, url: string): string {
  const given = url.split("?")[0]?.replace(/\/$/, "");
  const path = mcpPaths.find((mcpPath) => mcpPath === given) ?? "";
  return `${publicUrl}/.well-known/oauth-protected-resource${path}`;
}
