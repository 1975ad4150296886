import { metadataKeys } from "@tenant-ops/kit/call";
import type { FastifyRequest } from "fastify";
import { normalizeAddress } from "../request/client-address.js";
import { requestIdOf, getRequestTraceparent } from "../requests.js";

// Named one by one: what is not here, such as a forged call context or the key itself, cannot get through.
const forwardedHeaders = [
  "accept",
  "accept-language",
  "content-type",
  "content-length",
  "host",
  "idempotency-key",
  "if-match",
  "if-modified-since",
  "if-none-match",
  "tracestate",
  "user-agent",
];
/** With these a browser says that it fetches a page nobody has asked for yet; such a visit is not counted. */
const prefetchHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"];
/** The pages remember their visitors; a back end has no business with cookies. */
const forwardedPageHeaders = [...forwardedHeaders, ...prefetchHeaders, "cookie", "origin", "referer", "sec-fetch-site"];

/** The address of whoever asks for a public page. Believed by services because only the gateway reaches them. */
export const clientAddressHeader = "x-client-address";

type Headers = Record<string, string | string[] | undefined>;

/** What the gateway tells a service about a request. @param context the signed call context; absent for a public page */
export function createServiceHeaders(request: FastifyRequest, context: string | undefined): Record<string, string> {
  return {
    [metadataKeys.requestId]: requestIdOf(request),
    [metadataKeys.traceparent]: getRequestTraceparent(request),
    ...(context === undefined
      ? { [clientAddressHeader]: normalizeAddress(request.ip) }
      : { [metadataKeys.context]: context }),
  };
}

/** What a service gets to see: some of what the caller sent, and what the gateway adds. */
export function filterRequestHeaders(
  given: Headers,
  added: Record<string, string>,
  isPublic: boolean,
  hasBody: boolean,
): Headers {
  const passed: Headers = {};
  for (const name of isPublic ? forwardedPageHeaders : forwardedHeaders)
    if (given[name] !== undefined) passed[name] = given[name];
  // Without a body there is nothing to describe, whatever the caller claimed.
  if (!hasBody) {
    delete passed["content-length"];
    delete passed["content-type"];
  }
  return { ...passed, ...added };
}

/** What the gateway says itself, or what nobody outside needs to know. */
const removedHeaders =
  /^(x-request-id|x-content-type-options|server|x-powered-by|connection|keep-alive|date|(x-)?ratelimit.*|tenantops-.*|access-control-.*)$/;

export function filterResponseHeaders(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !removedHeaders.test(name)));
}
