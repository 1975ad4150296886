import { metadataKeys } from "@tenant-ops/kit/call";
import type { FastifyRequest } from "fastify";
import { normalizeAddress } from "../request/client-address.js";
import { getRequestTraceparent } from "../request/request-span.js";
import { getRequestState } from "../request/request-state.js";

// An allow-list: anything else, such as a forged call context or the API key, is not forwarded.
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
/** A browser sends these when it fetches a page in advance. Flows does not count such a visit. */
const prefetchHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"];
/** Headers of browsers. Only public pages get them: REST callers are back ends. Roulettes and courses recognise a visitor by a cookie. */
const forwardedPageHeaders = [...forwardedHeaders, ...prefetchHeaders, "cookie", "origin", "referer", "sec-fetch-site"];

/** Headers of a request that is signed and has no credential (Standard Webhooks). */
export const signatureHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/** The address of a visitor of a public page. Services trust it, because only the gateway can reach them. */
const clientAddressHeader = "x-client-address";

type Headers = Record<string, string | string[] | undefined>;

/**
 * Sets the headers that the gateway adds for a service.
 * @param context the signed call context; undefined for a public page, whose service gets the address of the visitor instead
 */
export function setServiceHeaders(
  request: FastifyRequest,
  context: string | undefined,
  more: Record<string, string> = {},
): void {
  getRequestState(request).serviceHeaders = {
    [metadataKeys.requestId]: request.id,
    [metadataKeys.traceparent]: getRequestTraceparent(request),
    ...(context === undefined ? createAddressHeader(request) : { [metadataKeys.context]: context }),
    ...more,
  };
}

export const createAddressHeader = ({ ip }: FastifyRequest): Record<string, string> => ({
  [clientAddressHeader]: normalizeAddress(ip),
});

/** The headers that a service receives: the forwarded ones of the caller and those that the gateway adds. */
export function filterRequestHeaders(
  headers: Headers,
  added: Record<string, string>,
  isPublic: boolean,
  hasBody: boolean,
): Headers {
  const forwarded: Headers = {};
  for (const name of isPublic ? forwardedPageHeaders : forwardedHeaders) {
    if (headers[name] !== undefined) forwarded[name] = headers[name];
  }
  if (!hasBody) {
    delete forwarded["content-length"];
    delete forwarded["content-type"];
  }
  return { ...forwarded, ...added };
}

/** Headers that the gateway sets itself, and those that are internal. */
const removedHeaders =
  /^(x-request-id|x-content-type-options|server|x-powered-by|connection|keep-alive|date|(x-)?ratelimit.*|tenantops-.*|access-control-.*)$/;

export function filterResponseHeaders(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !removedHeaders.test(name)));
}
