import { hash as computeHash } from "node:crypto";
import { hashKey, hasKeyFormat, isConnectionId } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyRequest } from "fastify";
import { createCache, type Cache } from "@tenant-ops/kit/caches";
import type { AddressQuota } from "../limits/address-quota.js";
import { normalizeAddress } from "../request/client-address.js";
import { getHeader, readBearer } from "../request/headers.js";
import { addLogFields, getRequestState } from "../request/request-state.js";
import { intersectScopes } from "../tenant/scopes.js";
import type { Tenant } from "../tenant/tenant.js";
import type { AccessTokens } from "./access-tokens.js";
import { authenticatePerson, type PersonOptions } from "./authenticate-person.js";
import type { ConnectionDirectory } from "./people-directories.js";
import type { ConnectionUses } from "./connection-uses.js";
import { createConnectionTenant, createPersonTenant, createTenant } from "./create-tenant.js";
import type { KeyDirectory } from "./key-directory.js";
import { type OpenBusinesses, requireOpen } from "../accounts/changes.js";
import type { FindOperator } from "./operator-keys.js";

const keysMax = 10_000;

/**
 * Finds the tenant of the credential in a request. It runs once per request; later calls return the same result.
 * @throws Refusal tenant_auth_required, unauthorized, forbidden (address not allowed), rate_limited (wrong credentials), business_closed
 */
export type Authenticate = (request: FastifyRequest) => Promise<Tenant>;

export interface AuthenticatorOptions extends PersonOptions, OpenBusinesses {
  directory: KeyDirectory;
  tokens: AccessTokens;
  connections: ConnectionDirectory;
  connectionUses: ConnectionUses;
  findOperator: FindOperator;
  /**
   * For wrong credentials. A right one is accepted from any address, because several callers may share an address; so only what needs a look-up is
   * refused.
   */
  credentialLimit: AddressQuota;
  pepper: Buffer;
}

interface AuthenticatorDependencies extends AuthenticatorOptions {
  /**
   * The stored hash of each accepted key, so that the format of a key is not checked, and its hash with the pepper is not computed, for every request.
   * A remembered key may be revoked: the key directory decides that at each request. Keys are remembered by a digest; the keys themselves do not stay
   * in memory.
   */
  acceptedKeys: Cache<string>;
}

/** A wrong credential. It is counted for the address that sent it; a missing credential is not, because it is no guess. */
class InvalidCredential extends Refusal {
  constructor(detail: string) {
    super("unauthorized", `Unauthorized: ${detail}`);
  }
}

export function createAuthenticator(options: AuthenticatorOptions): Authenticate {
  const dependencies = { ...options, acceptedKeys: createCache<string>({ max: keysMax }) };
  return (request) => {
    const state = getRequestState(request);
    return (state.tenant ??= authenticate(request, dependencies));
  };
}

async function authenticate(request: FastifyRequest, options: AuthenticatorDependencies): Promise<Tenant> {
  try {
    const tenant = await findTenant(request, options);
    addLogFields(request, { businessId: tenant.businessId, keyId: tenant.keyId });
    // Checked for every request, because a key may be cached as active.
    requireOpen(tenant, options);
    recordUse(tenant, options);
    return tenant;
  } catch (error) {
    if (error instanceof InvalidCredential) options.credentialLimit.consume(normalizeAddress(request.ip));
    throw error;
  }
}

function recordUse(tenant: Tenant, options: AuthenticatorOptions): void {
  const { credential, businessId, sandboxOf, keyId } = tenant;
  if (credential === "session") return;
  // A connection belongs to the business, also when it works in the sandbox.
  if (isConnectionId(keyId)) options.connectionUses.record(sandboxOf ?? businessId, keyId);
  else options.directory.recordUse(sandboxOf ?? businessId, keyId);
}

async function findTenant(request: FastifyRequest, options: AuthenticatorDependencies): Promise<Tenant> {
  const apiKey = getHeader(request, "x-api-key");
  if (apiKey) return authenticateKey(apiKey, request, options);
  const authorization = getHeader(request, "authorization");
  if (!authorization) {
    if (options.isAppHost(request) && options.sessionCookie.readHash(request))
      return authenticateSession(request, options);
    throw new Refusal(
      "unauthorized",
      "Unauthorized: send a tenant key (svc_…) in the header X-API-Key, or an access token.",
    );
  }
  const bearer = readBearer(request);
  if (!bearer) {
    throw new InvalidCredential("Authorization takes `Bearer <access token>`; a tenant key goes into X-API-Key.");
  }
  return authenticateToken(bearer, request, options);
}

/** A person in the console: the cookie identifies the person, the header `x-business-id` one of their businesses. */
async function authenticateSession(request: FastifyRequest, options: AuthenticatorOptions): Promise<Tenant> {
  const businessId = getHeader(request, "x-business-id");
  if (!businessId) throw new Refusal("forbidden", "Send the business in the header x-business-id.");
  return createPersonTenant(await authenticatePerson(request, businessId, options));
}

async function authenticateKey(
  apiKey: string,
  request: FastifyRequest,
  options: AuthenticatorDependencies,
): Promise<Tenant> {
  const { acceptedKeys, directory, credentialLimit, pepper } = options;
  const digest = computeHash("sha256", apiKey, "base64");
  const known = acceptedKeys.get(digest);
  if (known === undefined) requireTenantKey(apiKey, request, options);
  const hash = known ?? hashKey(apiKey, pepper);
  const requireLookUp = () => credentialLimit.requireRemaining(normalizeAddress(request.ip));
  const found = await directory.findByHash(hash, requireLookUp);
  if (!found) throw new InvalidCredential("this key is unknown, expired or revoked.");
  if (known === undefined) acceptedKeys.set(digest, hash);
  return createTenant(found, found.key.scopes, "key", request);
}

function requireTenantKey(
  apiKey: string,
  request: FastifyRequest,
  { findOperator, credentialLimit }: AuthenticatorDependencies,
): void {
  rejectOperatorKey(apiKey, request, findOperator, credentialLimit);
  if (!hasKeyFormat(apiKey)) {
    throw new InvalidCredential("this is not a tenant key. Check for a typo; keys begin with svc_.");
  }
}

async function authenticateToken(
  bearer: string,
  request: FastifyRequest,
  { directory, connections, findOperator, credentialLimit, tokens }: AuthenticatorOptions,
): Promise<Tenant> {
  rejectOperatorKey(bearer, request, findOperator, credentialLimit);
  if (bearer.startsWith("svc_")) {
    throw new InvalidCredential("a tenant key goes into the header X-API-Key, not Authorization.");
  }
  const claims = await tokens.verify(bearer);
  if (claims && isConnectionId(claims.keyId)) {
    const connection = await connections.find(claims.businessId, claims.keyId);
    if (!connection) throw new InvalidCredential("this connection was revoked, or its person has left the business.");
    return createConnectionTenant(connection, claims.scopes ?? []);
  }
  // A token can be valid while its key is revoked.
  const found = claims && (await directory.findById(claims.keyId));
  if (!found) throw new InvalidCredential("this access token is unknown or expired, or its key is revoked.");
  const { scopes } = found.key;
  return createTenant(found, claims.scopes ? intersectScopes(scopes, claims.scopes) : scopes, "token", request);
}

/** An operator key gets its own refusal, but not from an address that guesses keys: it would learn that the key was right. */
function rejectOperatorKey(
  credential: string,
  request: FastifyRequest,
  findOperator: FindOperator,
  credentialLimit: AddressQuota,
): void {
  if (findOperator(credential) === undefined) return;
  credentialLimit.requireRemaining(normalizeAddress(request.ip));
  throw new Refusal(
    "tenant_auth_required",
    "ValueError: MCP tools require tenant-bound auth (tenant key or OAuth Bearer)",
  );
}
