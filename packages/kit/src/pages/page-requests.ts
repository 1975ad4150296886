import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Call, createSystemCall } from "../call/call.js";
import { computeDeadline, getRequestId, getTraceparent } from "../http/request-state.js";

/** The largest form of a page. */
export const formBytesMax = 64 * 1024;

/** Makes the routes of this instance accept forms only; other bodies are refused with 415. */
export function acceptFormsOnly(pages: FastifyInstance, bytesMax = formBytesMax): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser<string>(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: bytesMax },
    (_request, body, done) => done(null, new URLSearchParams(body)),
  );
}

/** The form of a request; empty when the request has none. */
export function getForm(request: FastifyRequest): URLSearchParams {
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

/** The id in the address of a page, such as `/roulette/rlt_…`; undefined when it cannot be the id of a record of this kind. */
export function readPageId(request: FastifyRequest, prefix: string): string | undefined {
  const { "*": id } = request.params as { "*": string };
  const isId = id.startsWith(`${prefix}_`) && /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(id.slice(prefix.length + 1));
  return isId ? id : undefined;
}

/** A call in the name of the business that owns a page. */
export function createPageCall(request: FastifyRequest, businessId: string, operation: string): Call {
  const traceparent = getTraceparent(request);
  return createSystemCall(businessId, operation, {
    requestId: getRequestId(request),
    deadline: computeDeadline(request),
    ...(traceparent && { traceparent }),
  });
}

/** The path of a page without its query, for the address to which its answers redirect. */
export function getPagePath(request: FastifyRequest): string {
  return request.url.split("?")[0] ?? "/";
}

/** A parameter of the query that is given once. */
export function getQueryText(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
