import { hashKey, hasKeyFormat } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import { keyScopes } from "@tenant-ops/rest/access";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AddressQuota } from "../limits/address-quota.js";
import type { TenantLimits } from "../limits/tenant-limits.js";
import { normalizeAddress } from "../request/client-address.js";
import { addLogFields } from "../request/request-state.js";
import { expandScopes, intersectScopes } from "../tenant/scopes.js";
import { accessTokenSeconds, type AccessTokens, parseScopeList } from "./access-tokens.js";
import { createTenant } from "./create-tenant.js";
import type { ActiveKey, KeyDirectory } from "./key-directory.js";
import { type OpenBusinesses, requireOpen } from "../accounts/changes.js";
import { createOauthRefusal, OauthRefusal, type TokenRequest } from "./oauth-request.js";

export interface ClientCredentialsOptions extends OpenBusinesses {
  directory: KeyDirectory;
  tokens: AccessTokens;
  limits: TenantLimits;
  credentialLimit: AddressQuota;
  pepper: Buffer;
}

/** The grant client_credentials: a business exchanges its key for an access token. @throws OauthRefusal, Refusal business_closed */
export async function grantClientCredentials(
  tokenRequest: TokenRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ClientCredentialsOptions,
): Promise<object> {
  const found = await authenticateClient(tokenRequest, request, options);
  const tenant = createTenant(found, found.key.scopes, "key", request);
  const { businessId, keyId } = tenant;
  addLogFields(request, { businessId, keyId });
  requireOpen(tenant, options);
  options.limits.admit(reply, tenant);
  options.limits.consume(reply, tenant, "list");
  options.directory.recordUse(found.business.id, keyId);

  const held = expandScopes(tenant.scopes, keyScopes);
  const scopes = tokenRequest.scope ? intersectScopes(held, parseScopeList(tokenRequest.scope)) : held;
  if (scopes.length === 0) throw createOauthRefusal("invalid_scope", "The key holds none of the scopes asked for.");
  const now = Math.floor(Date.now() / 1000);
  const keyExpires = found.key.expiresAt ? Math.floor(Date.parse(found.key.expiresAt) / 1000) : Infinity;
  const expires = Math.min(now + accessTokenSeconds, keyExpires);
  const token = await options.tokens.issue({ businessId, keyId, scopes, expires });
  return { access_token: token, token_type: "Bearer", expires_in: expires - now, scope: scopes.join(" ") };
}

/** `client_id` is the id of the business, of the sandbox of a test key, or of the key; `client_secret` is the key. */
async function authenticateClient(
  { client_id: id, client_secret: secret }: TokenRequest,
  request: FastifyRequest,
  { directory, credentialLimit, pepper }: ClientCredentialsOptions,
): Promise<ActiveKey> {
  if (!id || !secret) {
    const detail = "Send client_id (the business id) and client_secret (the tenant key).";
    throw createOauthRefusal("invalid_request", detail);
  }
  const address = normalizeAddress(request.ip);
  const requireLookUp = () => credentialLimit.requireRemaining(address);
  const found = hasKeyFormat(secret) ? await directory.findByHash(hashKey(secret, pepper), requireLookUp) : undefined;
  if (found && [found.business.id, found.key.id, found.sandboxId].includes(id)) return found;
  credentialLimit.consume(address);
  const detail = "Unauthorized: client_secret is no valid tenant key, or client_id is neither its business nor its id.";
  throw new OauthRefusal("invalid_client", new Refusal("unauthorized", detail));
}
