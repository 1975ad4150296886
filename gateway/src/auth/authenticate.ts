import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyRequest } from "fastify";
import type { CredentialLimit } from "../limits/credential-limit.js";
import { headerOf, note } from "../requests.js";
import { plainAddress } from "./addresses.js";
import type { KeyDirectory } from "./key-directory.js";
import { hashKey, looksLikeKey } from "./key-format.js";
import type { IsOperatorKey } from "./operator.js";
import { narrowed } from "./scopes.js";
import type { Authenticate, Tenant } from "./tenant.js";
import { toTenant } from "./tenant-of.js";
import type { Tokens } from "./tokens.js";

export interface AuthenticateDeps {
  directory: KeyDirectory;
  tokens: Tokens;
  isOperatorKey: IsOperatorKey;
  credentialLimit: CredentialLimit;
  pepper: Buffer;
}

/** A wrong credential. Counts against the address that sent it; a missing one does not, because asking is not guessing. */
class WrongCredential extends Refusal {
  constructor(detail: string) {
    super("unauthorized", `Unauthorized: ${detail}`);
  }
}

export function authenticator(deps: AuthenticateDeps): Authenticate {
  const asked = new WeakMap<FastifyRequest, Promise<Tenant>>();
  return (request) => {
    const answer = asked.get(request) ?? authenticate(request, deps);
    asked.set(request, answer);
    return answer;
  };
}

async function authenticate(request: FastifyRequest, deps: AuthenticateDeps): Promise<Tenant> {
  try {
    const tenant = await tenantOf(request, deps);
    note(request, { businessId: tenant.businessId, keyId: tenant.keyId });
    deps.directory.used(tenant.keyId);
    return tenant;
  } catch (error) {
    if (error instanceof WrongCredential) deps.credentialLimit.failed(plainAddress(request.ip));
    throw error;
  }
}

async function tenantOf(request: FastifyRequest, deps: AuthenticateDeps): Promise<Tenant> {
  const apiKey = headerOf(request, "x-api-key");
  if (apiKey) return withKey(apiKey, request, deps);
  const authorization = headerOf(request, "authorization");
  if (!authorization) {
    throw new Refusal(
      "unauthorized",
      "Unauthorized: send a tenant key (svc_…) in the header X-API-Key, or an access token.",
    );
  }
  const [, bearer] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  if (!bearer)
    throw new WrongCredential("Authorization takes `Bearer <access token>`; a tenant key goes into X-API-Key.");
  return withToken(bearer, request, deps);
}

async function withKey(apiKey: string, request: FastifyRequest, deps: AuthenticateDeps): Promise<Tenant> {
  if (deps.isOperatorKey(apiKey)) throw notTenantBound();
  if (!looksLikeKey(apiKey))
    throw new WrongCredential("this is not a tenant key. Check for a typo; keys begin with svc_.");
  const known = await deps.directory.byHash(hashKey(apiKey, deps.pepper));
  if (!known) throw new WrongCredential("this key is unknown, expired or revoked.");
  return toTenant(known, known.key.scopes, "key", request);
}

async function withToken(bearer: string, request: FastifyRequest, deps: AuthenticateDeps): Promise<Tenant> {
  if (deps.isOperatorKey(bearer)) throw notTenantBound();
  if (bearer.startsWith("svc_"))
    throw new WrongCredential("a tenant key goes into the header X-API-Key, not Authorization.");
  const claims = await deps.tokens.verify(bearer);
  // The token of a revoked key is genuine, and worth nothing.
  const known = claims && (await deps.directory.byId(claims.keyId));
  if (!known) throw new WrongCredential("this access token is unknown or expired, or its key is revoked.");
  const { scopes } = known.key;
  return toTenant(known, claims.scopes ? narrowed(scopes, claims.scopes) : scopes, "token", request);
}

function notTenantBound(): Refusal {
  return new Refusal(
    "tenant_auth_required",
    "ValueError: MCP tools require tenant-bound auth (tenant key or OAuth Bearer)",
  );
}
