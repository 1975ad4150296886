import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Caller } from "./call.js";
import { type Claims, readClaims } from "./context-claims.js";

const lifetimeSeconds = 60;
/** A signed context is reused for half its lifetime: signing costs as much as the rest of a small call. */
const reuseMs = 30_000;
const cacheEntriesMax = 10_000;

/** Every context has this header. A verifier accepts no other one, so a token cannot choose its algorithm. */
const header = encodeJson({ alg: "EdDSA" });

export type SignContext = (caller: Caller, audience: string) => string;
export type VerifyContext = (context: string) => VerifiedContext | undefined;

export interface VerifiedContext {
  /** The service that signed: only it has the private key. */
  issuer: string;
  caller: Caller;
}

/**
 * Signs callers as compact JWS with Ed25519 (RFC 7515, RFC 8037). The request id is not signed: it proves nothing, and without it
 * one signature serves many requests. Synchronous, by `node:crypto`: see docs/decisions/0016.
 * @param privateKey base64url of a PKCS#8 DER key
 */
export function createContextSigner(issuer: string, privateKey: string, now: () => number = Date.now): SignContext {
  const key = createPrivateKey({ key: Buffer.from(privateKey, "base64url"), format: "der", type: "pkcs8" });
  const signed = new LRUCache<string, { context: string; until: number }>({ max: cacheEntriesMax });
  return (caller, audience) => {
    const { businessId, country, currency, timeZone, keyId, scopes } = caller;
    const name = `${audience}|${businessId}|${keyId}|${country}|${currency}|${timeZone}|${scopes.join(" ")}`;
    const known = signed.get(name);
    if (known && known.until > now()) return known.context;
    const exp = Math.floor(now() / 1000) + lifetimeSeconds;
    const claims: Claims = { iss: issuer, aud: audience, exp, businessId, country, currency, timeZone, keyId, scopes };
    const input = `${header}.${encodeJson(claims)}`;
    const context = `${input}.${sign(null, Buffer.from(input), key).toString("base64url")}`;
    signed.set(name, { context, until: now() + reuseMs });
    return context;
  };
}

/**
 * Verifies what `createContextSigner` signed.
 * @param publicKeys `issuer:base64url of the raw Ed25519 key`, comma-separated; two of one issuer during a rotation
 * @param audience the service that verifies; a context for another one is not valid here
 * @returns undefined for a context that is forged, incomplete, expired, valid for too long, or for another audience
 */
export function createContextVerifier(
  publicKeys: string,
  audience: string,
  now: () => number = Date.now,
): VerifyContext {
  const keys = parsePublicKeys(publicKeys);
  const verified = new LRUCache<string, VerifiedContext & { exp: number }>({ max: cacheEntriesMax });
  return (context) => {
    const known = verified.get(context);
    if (known) return known.exp * 1000 > now() ? known : undefined;
    const claims = readClaims(verifySignature(context, keys), audience, now());
    if (!claims) return undefined;
    const { iss: issuer, aud: _aud, exp, ...caller } = claims;
    const valid = { issuer, caller, exp };
    verified.set(context, valid);
    return valid;
  };
}

/** @returns the claims as they were signed, unchecked, or undefined when the signature is not valid */
function verifySignature(context: string, keys: Map<string, KeyObject[]>): unknown {
  const [givenHeader, payload, signature, rest] = context.split(".");
  if (givenHeader !== header || !payload || !signature || rest !== undefined) return undefined;
  const claims = parseJson(payload);
  // Before the signature is verified, only the issuer is read.
  const issuer = (claims as { iss?: unknown } | null | undefined)?.iss;
  const issuerKeys = (typeof issuer === "string" && keys.get(issuer)) || [];
  const input = Buffer.from(`${header}.${payload}`);
  const isValid = issuerKeys.some((key) => verify(null, input, key, Buffer.from(signature, "base64url")));
  return isValid ? claims : undefined;
}

function parseJson(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

function encodeJson(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function parsePublicKeys(text: string): Map<string, KeyObject[]> {
  const keys = new Map<string, KeyObject[]>();
  for (const entry of text.split(",")) {
    const [issuer, x] = entry.trim().split(":");
    if (!issuer || !x) throw new Error("CALL_CONTEXT_PUBLIC_KEYS: each entry is <issuer>:<base64url public key>");
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    keys.set(issuer, [...(keys.get(issuer) ?? []), key]);
  }
  return keys;
}
