import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";

const texts = z.array(z.string());

export const createAccessToken = defineRoute({
  id: "createAccessToken",
  method: "POST",
  path: "/oauth/token",
  service: "gateway",
  caller: "visitor",
  summary: "Get an access token",
  description:
    "The grant `client_credentials` of OAuth 2.0 (RFC 6749), as JSON or as a form. Id and secret may be sent by HTTP Basic instead. The token works wherever the key does, as `Authorization: Bearer`.",
  body: z.looseObject({
    grant_type: z.literal("client_credentials"),
    client_id: z.string().describe("Id of the business or of the key."),
    client_secret: z.string().describe("The API key."),
    scope: z.string().optional().describe("Scopes, separated by spaces; all of the key when it is absent."),
  }),
  replies: {
    200: {
      description: "The token",
      body: z.strictObject({
        access_token: z.string(),
        token_type: z.literal("Bearer"),
        expires_in: z.int().describe("Seconds."),
        scope: z.string(),
      }),
    },
  },
  errorBody: z
    .looseObject({
      error: z.string().describe("A code of RFC 6749, or of this service."),
      error_description: z.string().optional(),
      detail: z.string(),
      request_id: z.string(),
    })
    .meta({ id: "OAuthErrorBody" }),
  errors: ["unauthorized"],
});

export const getAuthorizationServer = defineRoute({
  id: "getAuthorizationServer",
  method: "GET",
  path: "/.well-known/oauth-authorization-server",
  service: "gateway",
  caller: "visitor",
  summary: "Read where tokens are made",
  description: "OAuth 2.0 Authorization Server Metadata (RFC 8414).",
  replies: {
    200: {
      description: "The metadata",
      body: z.looseObject({ issuer: z.string(), token_endpoint: z.string(), scopes_supported: texts }),
    },
  },
});

export const getProtectedResource = defineRoute({
  id: "getProtectedResource",
  method: "GET",
  path: "/.well-known/oauth-protected-resource/mcp",
  service: "gateway",
  caller: "visitor",
  summary: "Read which tokens /mcp takes",
  description: "OAuth 2.0 Protected Resource Metadata (RFC 9728).",
  replies: {
    200: {
      description: "The metadata",
      body: z.looseObject({ resource: z.string(), authorization_servers: texts, scopes_supported: texts }),
    },
  },
});
