import type { FastifyInstance, FastifyRequest } from "fastify";

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
