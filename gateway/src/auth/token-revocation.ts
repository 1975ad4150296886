import { create } from "@bufbuild/protobuf";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { ConsoleService, RevokeConnectionRequestSchema } from "@tenant-ops/proto/console";
import { z } from "zod";
import type { AccessTokens } from "./access-tokens.js";
import { isConnectionId, parseRefreshToken } from "./connection-tokens.js";
import { createConsoleCall } from "./console-call.js";
import { createOauthRefusal } from "./oauth-request.js";

export interface RevocationOptions {
  clients: RpcClients;
  tokens: AccessTokens;
}

const schema = z.object({ token: z.string().min(1), client_id: z.string().min(1).max(2000) });

interface TokenOfConnection {
  businessId: string;
  connectionId: string;
  /** 0 for an access token. */
  generation: number;
  tokenHash: string;
}

/**
 * RFC 7009: a client that a person removes revokes its connection, with its access token or its refresh token. An unknown token, and the token of
 * another client, get the same answer, because the RFC treats them as revoked already.
 * @throws OauthRefusal
 */
export async function revokeToken(body: unknown, { clients, tokens }: RevocationOptions): Promise<void> {
  const { success, data } = schema.safeParse(body ?? {});
  if (!success) throw createOauthRefusal("invalid_request", "Send token and client_id.");
  const found = readRefreshToken(data.token) ?? (await readAccessToken(data.token, tokens));
  if (!found) return;
  const { businessId, ...fields } = found;
  const request = create(RevokeConnectionRequestSchema, { ...fields, clientId: data.client_id });
  const call = createConsoleCall(businessId, "revoke connection");
  await clients.unary(ConsoleService.method.revokeConnection, request, call);
}

function readRefreshToken(token: string): TokenOfConnection | undefined {
  const sent = parseRefreshToken(token);
  if (!sent) return undefined;
  const { hash: tokenHash, ...fields } = sent;
  return { ...fields, tokenHash };
}

async function readAccessToken(token: string, tokens: AccessTokens): Promise<TokenOfConnection | undefined> {
  const claims = await tokens.verify(token);
  if (!claims) return undefined;
  // Revoking it would revoke the key of a business: only an operator or an administrator may do that.
  if (!isConnectionId(claims.keyId))
    throw createOauthRefusal("unsupported_token_type", "The token of a key ends with the key.");
  return { businessId: claims.businessId, connectionId: claims.keyId, generation: 0, tokenHash: "" };
}
