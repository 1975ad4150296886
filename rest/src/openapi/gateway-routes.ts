import type { ErrorCode } from "@tenant-ops/kit/errors";
import { z } from "zod";
import type { DescribedAnswer, DescribedRoute } from "./described-route.js";
import { type HeaderName, rateLimitHeaders, referToHeaders } from "./headers.js";

/** What any route of the gateway can answer with. */
const everywhere: readonly ErrorCode[] = [
  "malformed_request",
  "method_not_allowed",
  "request_timeout",
  "rate_limited",
  "headers_too_large",
  "internal_server_error",
  "overloaded",
  "service_unavailable",
];
const withBody: readonly ErrorCode[] = ["payload_too_large", "unsupported_media_type"];

const anonymousHeaders: readonly HeaderName[] = ["X-Request-Id", ...rateLimitHeaders];

function answer(body: DescribedAnswer["body"], description: string, more: readonly HeaderName[] = []): DescribedAnswer {
  return { status: 200, description, ...(body && { body }), headers: referToHeaders([...anonymousHeaders, ...more]) };
}

const documentHeaders: readonly HeaderName[] = ["ETag"];
const notModified: DescribedAnswer = {
  status: 304,
  description: "Not changed since the version in `If-None-Match`.",
  headers: referToHeaders([...anonymousHeaders, ...documentHeaders]),
};

const anyObject = z.looseObject({});
const text = z.string();

function document(
  fields: Pick<DescribedRoute, "operationId" | "path" | "tag" | "summary" | "description">,
  type: string,
  schema: z.ZodType,
): DescribedRoute {
  const found = answer({ type, schema }, "The document.", documentHeaders);
  return { ...fields, method: "get", security: [], answers: [found, notModified], errors: everywhere };
}

const toolCall = z
  .strictObject({
    name: z.string().min(1).max(200).describe("A tool of `docs/tools.md`, such as `supply_list_stocks`."),
    arguments: z.record(z.string(), z.unknown()).optional().describe("The arguments of the tool."),
  })
  .meta({ id: "ToolCall", description: "A direct call of a tool, without JSON-RPC." });

const rpcMessage = z
  .looseObject({ jsonrpc: z.literal("2.0"), method: z.string(), id: z.union([z.string(), z.number()]).optional() })
  .meta({ id: "RpcMessage", description: "A message of the Model Context Protocol." });

/** The routes that the gateway answers itself and that need no key of an operator. */
export const gatewayRoutes: readonly DescribedRoute[] = [
  {
    operationId: "createAccessToken",
    method: "post",
    path: "/oauth/token",
    tag: "access",
    summary: "Get an access token",
    description:
      "Exchanges the id of a business and its key for an access token (OAuth 2.0 `client_credentials`). Id and secret may also come as HTTP Basic.",
    security: [],
    body: {
      types: ["application/x-www-form-urlencoded", "application/json"],
      schema: z
        .looseObject({
          grant_type: z.literal("client_credentials"),
          client_id: z.string().optional().describe("The id of the business or of the key."),
          client_secret: z.string().optional().describe("The key of the business."),
          scope: z.string().optional().describe("Scopes separated by spaces; without it, all scopes of the key."),
          resource: z.string().optional().describe("The address of this server or of its MCP endpoint."),
        })
        .meta({ id: "TokenRequest" }),
    },
    answers: [
      answer(
        {
          type: "application/json",
          schema: z
            .object({
              access_token: z.string(),
              token_type: z.literal("Bearer"),
              expires_in: z.int().min(0).describe("Seconds."),
              scope: z.string(),
            })
            .meta({ id: "AccessToken" }),
        },
        "The token.",
      ),
    ],
    errors: [...everywhere, ...withBody, "unauthorized"],
    errorSchema: z
      .object({
        error: z
          .string()
          .describe("A code of RFC 6749 for what is wrong with the token request, otherwise one of ours."),
        error_description: z.string().optional(),
        detail: z.string(),
        request_id: z.string(),
      })
      .meta({ id: "TokenError" }),
  },
  document(
    {
      operationId: "getAuthorizationServer",
      path: "/.well-known/oauth-authorization-server",
      tag: "access",
      summary: "Where access tokens are issued",
      description: "Metadata of RFC 8414, for clients that know only the address of this server.",
    },
    "application/json",
    anyObject,
  ),
  document(
    {
      operationId: "getProtectedResource",
      path: "/.well-known/oauth-protected-resource/mcp",
      tag: "access",
      summary: "Which server issues tokens for /mcp",
      description: "Metadata of RFC 9728. The same is answered without `/mcp` at the end of the path.",
    },
    "application/json",
    anyObject,
  ),
  {
    operationId: "callTool",
    method: "post",
    path: "/mcp",
    tag: "agents",
    summary: "Call a tool",
    description:
      "A direct call is an object with `name` and `arguments`; the answer is the result of the tool. A JSON-RPC message is handled as the Model Context Protocol says, and is not described further here. `/cognitive-layer/mcp` is the same.",
    security: [{ apiKey: [] }, { accessToken: [] }],
    body: { types: ["application/json"], schema: z.union([toolCall, rpcMessage]) },
    answers: [
      answer({ type: "application/json", schema: anyObject }, "The result of the tool.", ["Idempotent-Replayed"]),
    ],
    errors: [...everywhere, ...withBody],
  },
  document(
    {
      operationId: "getServerCard",
      path: "/mcp/server-card",
      tag: "agents",
      summary: "What an agent may know before it connects",
      description: "The server card of the Model Context Protocol (SEP-2127).",
    },
    "application/mcp-server-card+json",
    anyObject,
  ),
  document(
    {
      operationId: "getAiCatalog",
      path: "/.well-known/ai-catalog.json",
      tag: "agents",
      summary: "Where the server card is",
      description: "The index of this host, for clients that know only its address.",
    },
    "application/ai-catalog+json",
    anyObject,
  ),
  document(
    {
      operationId: "getOpenApiDocument",
      path: "/openapi.json",
      tag: "pages",
      summary: "This document",
      description: "The routes, answers, errors and events of this server as OpenAPI 3.1.",
    },
    "application/json",
    anyObject,
  ),
  document(
    {
      operationId: "getDocsPage",
      path: "/docs",
      tag: "pages",
      summary: "This document as a page",
      description: "The same for people, without scripts.",
    },
    "text/html",
    text,
  ),
];
