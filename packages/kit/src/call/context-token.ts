import { createCache } from "../caches/index.js";
import * as z from "zod";
import { isBusinessId } from "./business-id.js";
import type { Call, Caller, VerifiedContext } from "./call.js";
import { createTokenSigner, createTokenVerifier } from "./jws.js";
import { ProcessContext } from "./process-context.js";

/** A caller with the registered claims of a JWT. */
interface Claims extends Caller {
  /** Issuer: the service that signed. */
  iss: string;
  /** Audience: the service that is called. */
  aud: string;
  /** Expiry, in seconds since 1970. */
  exp: number;
}

/** A context that is valid for longer was not made by our signer. Twice the signer's lifetime, for clocks that differ. */
const lifetimeSecondsMax = 120;

const text = z.string().max(200);

const claimsSchema = z.object({
  iss: text.min(1),
  aud: text.min(1),
  exp: z.number(),
  businessId: z.string().refine((id) => id === "" || isBusinessId(id)),
  country: text,
  currency: text,
  timeZone: text,
  keyId: text.min(1),
  scopes: z.array(text).max(100),
  operator: text.min(1).optional(),
});

/**
 * Checks claims whose signature was verified. The signature proves who wrote them, not that they are complete: services use the
 * business id in every filter.
 * @returns undefined for claims that are incomplete, of a wrong type, for another audience, expired, or valid for too long
 */
function readClaims(
  value: unknown,
  audience: string,
  { now, acceptsNoBusiness }: { now: number; acceptsNoBusiness: boolean },
): Claims | undefined {
  const { data } = claimsSchema.safeParse(value);
  if (!data || data.aud !== audience || (data.businessId === "" && !acceptsNoBusiness)) return undefined;
  const { operator, ...claims } = data;
  const secondsLeft = claims.exp - now / 1000;
  if (secondsLeft <= 0 || secondsLeft > lifetimeSecondsMax) return undefined;
  return { ...claims, ...(operator !== undefined && { operator }) };
}

const lifetimeSeconds = 60;
/** A signed context is reused for half its lifetime: signing costs as much as the rest of a small call. */
const reuseMs = 30_000;
const cacheEntriesMax = 10_000;

/** Contexts have no `typ`; every other kind of token has one. */
const kind = {};

export type SignContext = (caller: Caller & Pick<Call, "contexts">, audience: string) => string;
/** @param context a signed text, or what another part of this process has made */
export type VerifyContext = (context: string | ProcessContext) => VerifiedContext | undefined;

/**
 * Signs callers. The request id is not signed: it proves nothing, and without it one signature serves many requests.
 * @param privateKey base64url of a PKCS#8 DER key
 */
export function createContextSigner(issuer: string, privateKey: string, now: () => number = Date.now): SignContext {
  const signToken = createTokenSigner(kind, privateKey);
  const signed = createCache<{ context: string; until: number }>({ max: cacheEntriesMax });
  return (caller, audience) => {
    const { businessId, country, currency, timeZone, keyId, scopes, operator } = caller;
    const name = `${audience}|${businessId}|${keyId}|${country}|${currency}|${timeZone}|${scopes.join(" ")}|${operator ?? ""}`;
    const known = signed.get(name);
    const leftMs = known ? known.until - now() : 0;
    // More than its whole time is left when the clock was set back: services would refuse it as valid for too long.
    if (known && leftMs > 0 && leftMs <= reuseMs) return known.context;
    const exp = Math.floor(now() / 1000) + lifetimeSeconds;
    const claims: Claims = {
      ...{ iss: issuer, aud: audience, exp, businessId, country, currency, timeZone, keyId, scopes },
      ...(operator !== undefined && { operator }),
    };
    const context = signToken(claims);
    signed.set(name, { context, until: now() + reuseMs });
    return context;
  };
}

/**
 * Verifies what `createContextSigner` signed. A context of another part of this process needs no signature, and the same issuers are accepted.
 * @param publicKeys `issuer:base64url of the raw Ed25519 key`, comma-separated; two of one issuer during a rotation
 * @param audience the service that verifies; a context for another one is not valid here
 * @param acceptsNoBusiness whether a context may name no business
 * @returns undefined for a context that is forged, incomplete, expired, valid for too long, or for another audience
 */
export function createContextVerifier(
  publicKeys: string,
  audience: string,
  now: () => number = Date.now,
  acceptsNoBusiness = false,
): VerifyContext {
  const verifyToken = createTokenVerifier(kind, publicKeys);
  const issuers = new Set(publicKeys.split(",").map((entry) => entry.trim().split(":")[0]));
  const isBusiness = (id: string) => (id === "" ? acceptsNoBusiness : isBusinessId(id));
  const verified = createCache<VerifiedContext & { exp: number }>({ max: cacheEntriesMax });
  return (context) => {
    if (typeof context !== "string") {
      const made = ProcessContext.read(context, audience);
      return made && issuers.has(made.issuer) && isBusiness(made.caller.businessId) ? made : undefined;
    }
    const known = verified.get(context);
    if (known) return known.exp * 1000 > now() ? known : undefined;
    const claims = readClaims(verifyToken(context), audience, { now: now(), acceptsNoBusiness });
    if (!claims) return undefined;
    const { iss: issuer, aud: _aud, exp, ...caller } = claims;
    const valid = { issuer, caller, exp };
    verified.set(context, valid);
    return valid;
  };
}
