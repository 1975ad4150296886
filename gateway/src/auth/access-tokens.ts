import { createPrivateKey, createPublicKey } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { LRUCache } from "lru-cache";

export const accessTokenSeconds = 3600;
const cacheEntriesMax = 10_000;

const claimsSchema = z.object({ sub: z.string(), key: z.string(), scope: z.string().optional(), exp: z.number() });

/** What a genuine token says. Whether its key is still good is another question. */
export interface AccessTokenClaims {
  businessId: string;
  keyId: string;
  /** What the token is narrowed to; undefined means all that the key may. */
  scopes?: readonly string[];
  /** Seconds since 1970. */
  expires: number;
}

export interface AccessTokens {
  issue(claims: AccessTokenClaims): Promise<string>;
  /** @returns undefined for anything forged, expired, or issued by or for somebody else */
  verify(token: string): Promise<AccessTokenClaims | undefined>;
}

/**
 * Access tokens: EdDSA JWTs that name a key. They hold no secret and are stored nowhere.
 * @param issuer where the gateway is reached; also the audience, because nobody else takes these tokens
 */
export function createAccessTokens(privateKey: string, issuer: () => string): AccessTokens {
  const signingKey = createPrivateKey({ key: Buffer.from(privateKey, "base64url"), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(signingKey);
  // Verifying costs more than the rest of a small call, and a client sends the same token for an hour.
  const verified = new LRUCache<string, AccessTokenClaims>({ max: cacheEntriesMax });

  async function verifyAfresh(token: string): Promise<AccessTokenClaims | undefined> {
    try {
      const options = { algorithms: ["EdDSA"], issuer: issuer(), audience: issuer(), typ: "at+jwt" };
      const { payload } = await jwtVerify(token, publicKey, options);
      const { sub, key, scope, exp } = claimsSchema.parse(payload);
      const claims = {
        businessId: sub,
        keyId: key,
        expires: exp,
        ...(scope !== undefined && { scopes: parseScopeList(scope) }),
      };
      verified.set(token, claims);
      return claims;
    } catch {
      // For whoever sent it every reason is the same: this token opens nothing.
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
      const claims = verified.get(token) ?? (await verifyAfresh(token));
      return claims && claims.expires * 1000 > Date.now() ? claims : undefined;
    },
  };
}

export function parseScopeList(text: string): string[] {
  return text.split(" ").filter((word) => word !== "");
}
