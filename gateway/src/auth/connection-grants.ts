import { Refusal } from "@tenant-ops/kit/errors";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { ConsoleService, type TokenGrant, type TokenGrantResponse } from "@tenant-ops/proto/console";
import type { FastifyRequest } from "fastify";
import type { Accounts } from "../accounts/accounts.js";
import { addLogFields } from "../request/request-state.js";
import { intersectScopes } from "../tenant/scopes.js";
import { type AccessTokens, accessTokenSeconds, parseScopeList } from "./access-tokens.js";
import { askConsole } from "./ask-console.js";
import { computeChallenge, parseCode, parseRefreshToken } from "./connection-tokens.js";
import { createOauthRefusal, OauthRefusal, type TokenRequest } from "./oauth-request.js";
import { type OpenBusinesses, requireOpen } from "../accounts/changes.js";

export interface ConnectionGrantOptions extends OpenBusinesses {
  accounts: Accounts;
  clients: RpcClients;
  tokens: AccessTokens;
}

/**
 * The grants authorization_code and refresh_token: the agent of a person gets tokens. The console service receives only hashes of codes, verifiers
 * and refresh tokens.
 * @throws OauthRefusal, Refusal business_closed
 */
export async function grantConnection(
  tokenRequest: TokenRequest,
  request: FastifyRequest,
  options: ConnectionGrantOptions,
): Promise<object> {
  requirePublicClient(tokenRequest);
  const sent = tokenRequest.grantType === "refresh_token" ? readRefresh(tokenRequest) : readExchange(tokenRequest);
  if (!(await options.accounts.findActiveAccount(sent.businessId)))
    throw createOauthRefusal("invalid_grant", "The business does not exist or is switched off.");
  requireOpen(sent, options);
  const answer = await sent.ask(options.clients);
  if (!answer.grant) throw createOauthRefusal(answer.error, answer.detail);
  const { businessId } = sent;
  addLogFields(request, { businessId, keyId: answer.grant.connectionId });
  return createTokens(answer.grant, { businessId, scope: tokenRequest.scope }, options.tokens);
}

/** Agents have no secret: they prove with PKCE that they have started the request, and each refresh token works once. */
function requirePublicClient({ client_id: id, client_secret: secret }: TokenRequest): void {
  if (!id) throw createOauthRefusal("invalid_request", "Send client_id.");
  if (!secret) return;
  const detail = "This grant takes no client_secret. A business with a key uses client_credentials.";
  throw new OauthRefusal("invalid_client", new Refusal("unauthorized", detail));
}

interface SentGrant {
  businessId: string;
  ask(clients: RpcClients): Promise<TokenGrantResponse>;
}

function readExchange(tokenRequest: TokenRequest): SentGrant {
  const { client_id: clientId, redirect_uri: redirectUri, code_verifier: verifier, resource } = tokenRequest;
  const code = parseCode(tokenRequest.code);
  if (!code) throw createOauthRefusal("invalid_grant", "code is missing, or it is none of ours.");
  const codeChallenge = computeChallenge(verifier);
  if (!codeChallenge) throw createOauthRefusal("invalid_grant", "Send code_verifier: 43 to 128 characters (PKCE).");
  const { businessId, codeHash } = code;
  const fields = { codeHash, clientId, redirectUri, codeChallenge, resource };
  return {
    businessId,
    ask: (clients) => askConsole(clients, ConsoleService.method.exchangeCode, businessId, fields),
  };
}

function readRefresh({ refresh_token: token, client_id: clientId, resource }: TokenRequest): SentGrant {
  const sent = parseRefreshToken(token);
  if (!sent) throw createOauthRefusal("invalid_grant", "refresh_token is missing, or it is none of ours.");
  const { businessId, ...parts } = sent;
  const fields = { ...parts, clientId, resource };
  return {
    businessId,
    ask: (clients) => askConsole(clients, ConsoleService.method.refreshConnection, businessId, fields),
  };
}

/** A scope in the request reduces the scopes of the access token; those of the connection do not change. */
async function createTokens(
  { connectionId, scopes: held, refreshToken }: TokenGrant,
  { businessId, scope }: { businessId: string; scope: string },
  tokens: AccessTokens,
): Promise<object> {
  const wanted = intersectScopes(held, parseScopeList(scope));
  // The refresh token is used up already, so a refusal would end the connection.
  const scopes = wanted.length > 0 ? wanted : held;
  const expires = Math.floor(Date.now() / 1000) + accessTokenSeconds;
  const accessToken = await tokens.issue({ businessId, keyId: connectionId, scopes, expires });
  return {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: accessTokenSeconds,
    refresh_token: refreshToken,
    scope: scopes.join(" "),
  };
}
