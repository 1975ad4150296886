import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { setRefusalHeaders } from "../http/error-replies.js";
import type { CredentialLimit } from "../limits/credential-limit.js";
import type { TenantLimits } from "../limits/tenant-limits.js";
import { getHeader, addLogFields, requestIdOf } from "../requests.js";
import { normalizeAddress } from "../request/client-address.js";
import type { KeyDirectory, ActiveKey } from "./key-directory.js";
import { hashKey, hasKeyFormat } from "./key-format.js";
import { intersectScopes, expandScopes } from "../tenant/scopes.js";
import { createTenant } from "./create-tenant.js";
import { accessTokenSeconds, type AccessTokens, parseScopeList } from "./access-tokens.js";

export interface OauthOptions {
  directory: KeyDirectory;
  tokens: AccessTokens;
  limits: TenantLimits;
  credentialLimit: CredentialLimit;
  pepper: Buffer;
  publicUrl: () => string;
  allScopes: readonly string[];
}

/** RFC 6749's word for what is wrong, beside our own code. */
class OauthRefusal extends Error {
  constructor(
    readonly error: string,
    readonly refusal: Refusal,
  ) {
    super(refusal.detail);
  }
}

const createOauthRefusal = (error: string, detail: string) =>
  new OauthRefusal(error, new Refusal("malformed_request", detail));

const requestSchema = z.object({
  grant_type: z.string().default(""),
  client_id: z.string().default(""),
  client_secret: z.string().default(""),
  scope: z.string().default(""),
  resource: z.string().default(""),
});
type TokenRequest = z.infer<typeof requestSchema>;

/** `POST /oauth/token`, and an authorization endpoint that exists only because the SDK's clients refuse metadata without one. */
export function registerOauth(app: FastifyInstance, deps: OauthOptions): void {
  void app.register(async (scope) => {
    // What stock OAuth clients send; no other path takes it.
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async (_request: unknown, text: string) => Object.fromEntries(new URLSearchParams(text)),
    );
    scope.post("/oauth/token", async (request, reply) => {
      void reply.headers({ "cache-control": "no-store", pragma: "no-cache" });
      try {
        return await grantToken(request, reply, deps);
      } catch (error) {
        if (error instanceof OauthRefusal) return sendOauthRefusal(error, request, reply, deps);
        throw error;
      }
    });
    scope.get("/oauth/authorize", async (request, reply) => {
      const detail = "There is nobody to log in here. Use the grant client_credentials at /oauth/token.";
      return sendOauthRefusal(createOauthRefusal("unsupported_response_type", detail), request, reply, deps);
    });
  });
}

async function grantToken(request: FastifyRequest, reply: FastifyReply, deps: OauthOptions): Promise<object> {
  const asked = parseTokenRequest(request);
  if (asked.grant_type !== "client_credentials") {
    throw asked.grant_type === ""
      ? createOauthRefusal("invalid_request", "grant_type is missing: send client_credentials.")
      : createOauthRefusal("unsupported_grant_type", "The only grant_type is client_credentials.");
  }
  if (asked.resource && !isOwnResource(asked.resource, deps.publicUrl())) {
    throw createOauthRefusal("invalid_target", "This resource is not served here.");
  }
  const known = await authenticateClient(asked, request, deps);
  const tenant = createTenant(known, known.key.scopes, "key", request);
  addLogFields(request, { businessId: tenant.businessId, keyId: tenant.keyId });
  deps.limits.consume(request, reply, tenant, "list");
  deps.directory.recordUse(tenant.keyId);

  const held = expandScopes(tenant.scopes, deps.allScopes);
  const scopes = asked.scope ? intersectScopes(held, parseScopeList(asked.scope)) : held;
  if (scopes.length === 0) throw createOauthRefusal("invalid_scope", "The key holds none of the scopes asked for.");
  const now = Math.floor(Date.now() / 1000);
  const keyEnds = known.key.expiresAt ? Math.floor(known.key.expiresAt.getTime() / 1000) : Infinity;
  const expires = Math.min(now + accessTokenSeconds, keyEnds);
  const token = await deps.tokens.issue({ businessId: tenant.businessId, keyId: tenant.keyId, scopes, expires });
  return { access_token: token, token_type: "Bearer", expires_in: expires - now, scope: scopes.join(" ") };
}

/** The body, with what HTTP Basic says in place of its client_id and client_secret. */
function parseTokenRequest(request: FastifyRequest): TokenRequest {
  const { success, data } = requestSchema.safeParse(request.body ?? {});
  if (!success)
    throw createOauthRefusal("invalid_request", "grant_type, client_id and client_secret are strings in an object.");
  const [, basic] = /^Basic +(\S+)$/i.exec(getHeader(request, "authorization") ?? "") ?? [];
  if (!basic) return data;
  const [id = "", ...secret] = Buffer.from(basic, "base64").toString("utf8").split(":");
  return { ...data, client_id: decodeFormComponent(id), client_secret: decodeFormComponent(secret.join(":")) };
}

/** RFC 6749 2.3.1 encodes both parts as a form does; not every client follows it, and no key has anything to encode. */
function decodeFormComponent(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

async function authenticateClient(
  asked: TokenRequest,
  request: FastifyRequest,
  deps: OauthOptions,
): Promise<ActiveKey> {
  const { client_id: id, client_secret: secret } = asked;
  if (!id || !secret)
    throw createOauthRefusal("invalid_request", "Send client_id (the business id) and client_secret (the tenant key).");
  const known = hasKeyFormat(secret) ? await deps.directory.findByHash(hashKey(secret, deps.pepper)) : undefined;
  if (known && (known.key.businessId === id || known.key._id === id)) return known;
  deps.credentialLimit.recordFailure(normalizeAddress(request.ip));
  const detail = "Unauthorized: client_secret is no valid tenant key, or client_id is neither its business nor its id.";
  throw new OauthRefusal("invalid_client", new Refusal("unauthorized", detail));
}

function isOwnResource(resource: string, publicUrl: string): boolean {
  return resource === publicUrl || resource.startsWith(`${publicUrl}/`);
}

function sendOauthRefusal(
  { error, refusal }: OauthRefusal,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: OauthOptions,
): FastifyReply {
  const sentBasic = /^basic /i.test(getHeader(request, "authorization") ?? "");
  if (refusal.status === 401 && sentBasic) void reply.header("www-authenticate", 'Basic realm="oauth"');
  setRefusalHeaders(request, reply, refusal, deps.publicUrl());
  const { detail } = refusal;
  return reply
    .status(refusal.status)
    .send({ error, error_description: detail, detail, request_id: requestIdOf(request) });
}
