import { isConnectionId } from "@tenant-ops/kit/call";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { ConsoleService } from "@tenant-ops/proto/console";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { setRefusalHeaders } from "../http/error-replies.js";
import { registerFormParser } from "../http/json-body.js";
import { getHeader } from "../request/headers.js";
import { getRequestState, markSecret } from "../request/request-state.js";
import type { AccessTokens } from "./access-tokens.js";
import { askConsole } from "./ask-console.js";
import { type ClientCredentialsOptions, grantClientCredentials } from "./client-credentials.js";
import { type ConnectionGrantOptions, grantConnection } from "./connection-grants.js";
import { parseRefreshToken, type SentRefreshToken } from "./connection-tokens.js";
import { createOauthRefusal, OauthRefusal, parseTokenRequest } from "./oauth-request.js";

interface RevocationOptions {
  clients: RpcClients;
  tokens: AccessTokens;
}

const schema = z.object({ token: z.string().min(1), client_id: z.string().min(1).max(2000) });

/**
 * RFC 7009: a client that a person removes revokes its connection, with its access token or its refresh token. An unknown token, and the token of
 * another client, get the same answer, because the RFC treats them as revoked already.
 * @throws OauthRefusal
 */
async function revokeToken(body: unknown, { clients, tokens }: RevocationOptions): Promise<void> {
  const { success, data } = schema.safeParse(body ?? {});
  if (!success) throw createOauthRefusal("invalid_request", "Send token and client_id.");
  const found = parseRefreshToken(data.token) ?? (await readAccessToken(data.token, tokens));
  if (!found) return;
  const { businessId, ...fields } = found;
  const request = { ...fields, clientId: data.client_id };
  await askConsole(clients, ConsoleService.method.revokeConnection, businessId, request);
}

/** An access token has no generation and needs no hash: its signature was verified. */
async function readAccessToken(token: string, tokens: AccessTokens): Promise<SentRefreshToken | undefined> {
  const claims = await tokens.verify(token);
  if (!claims) return undefined;
  // Revoking it would revoke the key of a business: only an operator or an administrator may do that.
  if (!isConnectionId(claims.keyId))
    throw createOauthRefusal("unsupported_token_type", "The token of a key ends with the key.");
  return { businessId: claims.businessId, connectionId: claims.keyId, generation: 0, tokenHash: "" };
}

/** A token request has up to seven fields, and some clients send more. */
const formFieldsMax = 20;

export interface OauthOptions extends ClientCredentialsOptions, ConnectionGrantOptions {
  publicUrl: () => string;
  /** URL of the console, where people are signed in and answer whether they allow an agent. */
  appUrl: string;
}

/** The endpoints of OAuth. Authorization requests are redirected to the console; tokens are issued here. */
export function oauthRoutes(app: FastifyInstance, options: OauthOptions): void {
  void app.register(async (scope) => {
    // OAuth clients send forms. No other route accepts them, except the public pages of flows.
    registerFormParser(scope, formFieldsMax, (form) => Object.fromEntries(new URLSearchParams(form.toString())));
    scope.addHook("onRequest", async (request, reply) => {
      markSecret(request);
      void reply.headers({ "cache-control": "no-store", pragma: "no-cache" });
    });
    scope.setErrorHandler(async (error, request, reply) => {
      if (!(error instanceof OauthRefusal)) throw error;
      return sendOauthRefusal(error, request, reply, options);
    });
    scope.post("/oauth/token", async (request, reply) => grantToken(request, reply, options));
    scope.post("/oauth/revoke", async ({ body }, reply) => {
      await revokeToken(body, options);
      return reply.status(200).send();
    });
    scope.get("/oauth/authorize", async (request, reply) =>
      reply.redirect(createConnectUrl(request, options.appUrl), 303),
    );
  });
}

function grantToken(request: FastifyRequest, reply: FastifyReply, options: OauthOptions): Promise<object> {
  const tokenRequest = parseTokenRequest(request, options.publicUrl());
  if (tokenRequest.grantType !== "client_credentials") return grantConnection(tokenRequest, request, options);
  if (getRequestState(request).isFromOtherSite)
    throw createOauthRefusal(
      "unauthorized_client",
      "A key belongs into a back end: everybody could read it in a page.",
    );
  return grantClientCredentials(tokenRequest, request, reply, options);
}

/**
 * The URL of the console page on which a person answers, with the same query. It is on the host of the console, because the session cookie is.
 * @throws OauthRefusal when the request asks for something else than a code
 */
function createConnectUrl(request: FastifyRequest, appUrl: string): string {
  const at = request.url.indexOf("?");
  const query = at === -1 ? "" : request.url.slice(at);
  if (!new URLSearchParams(query).has("response_type", "code"))
    throw createOauthRefusal(
      "unsupported_response_type",
      "Send response_type=code, for the agent of a person. A business with a key uses client_credentials at /oauth/token.",
    );
  return `${appUrl}/connect${query}`;
}

function sendOauthRefusal(
  { error, refusal }: OauthRefusal,
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl }: OauthOptions,
): FastifyReply {
  const { detail, status } = refusal;
  const sentBasic = /^basic /i.test(getHeader(request, "authorization") ?? "");
  if (status === 401 && sentBasic) void reply.header("www-authenticate", 'Basic realm="oauth"');
  setRefusalHeaders(request, reply, refusal, publicUrl());
  return reply.status(status).send({ error, error_description: detail, detail, request_id: request.id });
}
