import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyRequest } from "fastify";
import type { CredentialLimit } from "../limits/credential-limit.js";
import { getHeader, addLogFields } from "../requests.js";
import { normalizeAddress } from "../request/client-address.js";
import type { KeyDirectory } from "./key-directory.js";
import { hashKey, hasKeyFormat } from "./key-format.js";
import type { IsOperatorKey } from "./operator-key.js";
import { intersectScopes } from "../tenant/scopes.js";
import type { Authenticate, Tenant } from "../tenant/tenant.js";
import { createTenant } from "./create-tenant.js";
import type { AccessTokens } from "./access-tokens.js";

export interface AuthenticatorOptions {
  directory: KeyDirectory;
  tokens: AccessTokens;
  isOperatorKey: IsOperatorKey;
  credentialLimit: CredentialLimit;
  pepper: Buffer;
}

/** A wrong credential. Counts against the address that sent it; a missing one does not, because asking is not guessing. */
class InvalidCredential extends Refusal {
  constructor(detail: string) {
    super("unauthorized", `Unauthorized: ${detail}`);
  }
}

export function createAuthenticator(deps: AuthenticatorOptions): Authenticate {
  const asked = new WeakMap<FastifyRequest, Promise<Tenant>>();
  return (request) => {
    const answer = asked.get(request) ?? authenticate(request, deps);
    asked.set(request, answer);
    return answer;
  };
}

async function authenticate(request: FastifyRequest, deps: AuthenticatorOptions): Promise<Tenant> {
  try {
    const tenant = await findTenant(request, deps);
    addLogFields(request, { businessId: tenant.businessId, keyId: tenant.keyId });
    deps.directory.recordUse(tenant.keyId);
    return tenant;
  } catch (error) {
    if (error instanceof InvalidCredential) deps.credentialLimit.recordFailure(normalizeAddress(request.ip));
    throw error;
  }
}

async function findTenant(request: FastifyRequest, deps: AuthenticatorOptions): Promise<Tenant> {
  const apiKey = getHeader(request, "x-api-key");
  if (apiKey) return authenticateKey(apiKey, request, deps);
  const authorization = getHeader(request, "authorization");
  if (!authorization) {
    throw new Refusal(
      "unauthorized",
      "Unauthorized: send a tenant key (svc_…) in the header X-API-Key, or an access token.",
    );
  }
  const [, bearer] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  if (!bearer)
    throw new InvalidCredential("Authorization takes `Bearer <access token>`; a tenant key goes into X-API-Key.");
  return authenticateToken(bearer, request, deps);
}

async function authenticateKey(apiKey: string, request: FastifyRequest, deps: AuthenticatorOptions): Promise<Tenant> {
  if (deps.isOperatorKey(apiKey)) throw createOperatorKeyRefusal();
  if (!hasKeyFormat(apiKey))
    throw new InvalidCredential("this is not a tenant key. Check for a typo; keys begin with svc_.");
  const known = await deps.directory.findByHash(hashKey(apiKey, deps.pepper));
  if (!known) throw new InvalidCredential("this key is unknown, expired or revoked.");
  return createTenant(known, known.key.scopes, "key", request);
}

async function authenticateToken(bearer: string, request: FastifyRequest, deps: AuthenticatorOptions): Promise<Tenant> {
  if (deps.isOperatorKey(bearer)) throw createOperatorKeyRefusal();
  if (bearer.startsWith("svc_"))
    throw new InvalidCredential("a tenant key goes into the header X-API-Key, not Authorization.");
  const claims = await deps.tokens.verify(bearer);
  // The token of a revoked key is genuine, and worth nothing.
  const known = claims && (await deps.directory.findById(claims.keyId));
  if (!known) throw new InvalidCredential("this access token is unknown or expired, or its key is revoked.");
  const { scopes } = known.key;
  return createTenant(known, claims.scopes ? intersectScopes(scopes, claims.scopes) : scopes, "token", request);
}

function createOperatorKeyRefusal(): Refusal {
  return new Refusal(
    "tenant_auth_required",
    "ValueError: MCP tools require tenant-bound auth (tenant key or OAuth Bearer)",
  );
}
