import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Caller } from "./call.js";

interface Claims extends Caller {
  issuer: string;
  audience: string;
  /** Seconds since 1970. */
  expires: number;
}

const lifetimeSeconds = 60;
/** A signed context is reused for half its life: signing costs as much as the rest of a small call. */
const reuseMs = 30_000;
const cacheEntriesMax = 10_000;

export type SignContext = (caller: Caller, audience: string) => string;
export type VerifyContext = (context: string) => Caller | undefined;

/**
 * Signs callers with Ed25519. The request id is not signed: it proves nothing, and without it one signature serves many requests.
 * @param privateKey base64url of a PKCS#8 DER key
 */
export function createContextSigner(issuer: string, privateKey: string, now: () => number = Date.now): SignContext {
  const key = createPrivateKey({ key: Buffer.from(privateKey, "base64url"), format: "der", type: "pkcs8" });
  const signed = new LRUCache<string, { context: string; until: number }>({ max: cacheEntriesMax });
  return (caller, audience) => {
    const name = `${audience}|${caller.businessId}|${caller.keyId}|${caller.country}|${caller.currency}|${caller.timeZone}|${caller.scopes.join(" ")}`;
    const known = signed.get(name);
    if (known && known.until > now()) return known.context;
    const { businessId, country, currency, timeZone, keyId, scopes } = caller;
    const expires = Math.floor(now() / 1000) + lifetimeSeconds;
    const claims: Claims = { issuer, audience, expires, businessId, country, currency, timeZone, keyId, scopes };
    const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
    const context = `${payload}.${sign(null, Buffer.from(payload), key).toString("base64url")}`;
    signed.set(name, { context, until: now() + reuseMs });
    return context;
  };
}

/**
 * Verifies what `contextSigner` signed.
 * @param publicKeys `issuer:base64url of the raw Ed25519 key`, comma-separated; two of one issuer during a rotation
 * @param audience the service that verifies; a context for another one is worth nothing here
 * @returns the caller, or undefined for anything forged, expired or meant for someone else
 */
export function createContextVerifier(
  publicKeys: string,
  audience: string,
  now: () => number = Date.now,
): VerifyContext {
  const keys = parsePublicKeys(publicKeys);
  const verified = new LRUCache<string, Claims>({ max: cacheEntriesMax });
  return (context) => {
    const claims = verified.get(context) ?? verifiedClaims(context, keys);
    if (!claims || claims.audience !== audience || claims.expires * 1000 <= now()) return undefined;
    verified.set(context, claims);
    return claims;
  };
}

function verifiedClaims(context: string, keys: Map<string, KeyObject[]>): Claims | undefined {
  const [payload, signature, rest] = context.split(".");
  if (!payload || !signature || rest !== undefined) return undefined;
  const claims = readClaims(payload);
  const candidates = (claims && keys.get(claims.issuer)) ?? [];
  const genuine = candidates.some((key) =>
    verify(null, Buffer.from(payload), key, Buffer.from(signature, "base64url")),
  );
  return genuine ? claims : undefined;
}

function readClaims(payload: string): Claims | undefined {
  try {
    // Believed only after the signature was checked.
    return JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as Claims;
  } catch {
    return undefined;
  }
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
