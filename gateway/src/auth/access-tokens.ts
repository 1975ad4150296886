import { createPrivateKey, createPublicKey } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { createCache } from "@tenant-ops/kit/caches";
import * as z from "zod";

export const accessTokenSeconds = 3600;
const cacheEntriesMax = 10_000;

const claimsSchema = z.object({ sub: z.string(), key: z.string(), scope: z.string().optional(), exp: z.number() });

/** The claims of a valid token. Its key may be revoked; the caller has to check that. */
export interface AccessTokenClaims {
  businessId: string;
  keyId: string;
  /** The scopes of the token; undefined means all scopes of the key. */
  scopes?: readonly string[];
  /** Seconds since 1970. */
  expires: number;
}

export interface AccessTokens {
  issue(claims: AccessTokenClaims): Promise<string>;
  /** @returns undefined for a forged or expired token, and for one of another issuer or audience */
  verify(token: string): Promise<AccessTokenClaims | undefined>;
}

/**
 * Access tokens: EdDSA JWTs that name a key. They contain no secret and are not stored.
 * @param issuer public URL of the gateway; also the audience, because only the gateway accepts these tokens
 */
export function createAccessTokens(privateKey: string, issuer: () => string): AccessTokens {
  const signingKey = createPrivateKey({ key: Buffer.from(privateKey, "base64url"), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(signingKey);
  // A cache, because verifying a token costs more than the rest of a small call, and a client sends the same token for an hour.
  const verified = createCache<AccessTokenClaims>({ max: cacheEntriesMax });

  async function verifySignature(token: string): Promise<AccessTokenClaims | undefined> {
    try {
      const options = { algorithms: ["EdDSA"], issuer: issuer(), audience: issuer(), typ: "at+jwt" };
      const { payload } = await jwtVerify(token, publicKey, options);
      const { sub, key, scope, exp } = claimsSchema.parse(payload);
      const scopes = scope === undefined ? {} : { scopes: parseScopeList(scope) };
      const claims = { businessId: sub, keyId: key, expires: exp, ...scopes };
      verified.set(token, claims);
      return claims;
    } catch {
      // The caller gets the same 401 for every error in the token.
      return undefined;
    }
  }

  return {
    issue: ({ businessId, keyId, scopes, expires }) =>
      new SignJWT({ key: keyId, ...(scopes && { scope: scopes.join(" ") }) })
        .setProtectedHeader({ alg: "EdDSA", typ: "at+jwt" })
        .setIssuer(issuer())
        .setAudience(issuer())
        .setSubject(businessId)
        .setIssuedAt()
        .setExpirationTime(expires)
        .sign(signingKey),
    async verify(token) {
      const claims = verified.get(token) ?? (await verifySignature(token));
      return claims && claims.expires * 1000 > Date.now() ? claims : undefined;
    },
  };
}

/** The scopes in a text such as `supply:read flows:read`. */
export function parseScopeList(text: string): string[] {
  // Without repetitions: services refuse a call context with more than a hundred scopes.
  return [...new Set(text.split(" ").filter((scope) => scope !== ""))];
}
