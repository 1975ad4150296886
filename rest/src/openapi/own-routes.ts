import type { ErrorCode } from "@tenant-ops/kit/errors";
import * as z from "zod";
import type { DescribedRoute } from "./described-route.js";
import { type HeaderName, rateLimitHeaders, referToHeaders } from "./headers.js";

const errors: readonly ErrorCode[] = [
  "malformed_request",
  "method_not_allowed",
  "rate_limited",
  "headers_too_large",
  "internal_server_error",
  "overloaded",
];

/** The document itself. Not in the contract: its recorded example would hold the document, and with it the example. */
export const ownRoutes: readonly DescribedRoute[] = [
  describeDocument({
    operationId: "getOpenApiDocument",
    path: "/openapi.json",
    summary: "Read this document",
    description: "The routes, answers, errors and events of this server as OpenAPI 3.1. Readable from every web page.",
    body: { type: "application/json", schema: z.looseObject({ openapi: z.string() }) },
  }),
  describeDocument({
    operationId: "getDocsPage",
    path: "/docs",
    summary: "Read this document as a page",
    description: "The same for people, without scripts.",
    body: { type: "text/html", schema: z.string() },
  }),
];

function describeDocument({
  body,
  ...fields
}: Pick<DescribedRoute, "operationId" | "path" | "summary" | "description"> & {
  body: { type: string; schema: z.ZodType };
}): DescribedRoute {
  const names: HeaderName[] = ["X-Request-Id", ...rateLimitHeaders, "ETag"];
  const headers = referToHeaders(names);
  return {
    ...fields,
    method: "get",
    tag: "pages",
    security: [],
    headers: [
      {
        name: "If-None-Match",
        in: "header",
        required: false,
        description: "The `ETag` of the version that the caller has.",
        schema: { type: "string" },
      },
    ],
    answers: [
      { status: 200, description: "The document", body, headers },
      { status: 304, description: "The caller has this version", headers },
    ],
    errors,
  };
}
