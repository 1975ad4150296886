import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";

/** Who calls, as the gateway found out from the credential. Signed on its way, so a service can believe it. */
export interface Caller {
  businessId: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** ISO 4217. */
  currency: string;
  /** IANA time zone in which the business's days begin and end. */
  timeZone: string;
  keyId: string;
  scopes: readonly string[];
}

/** One piece of work for one business, from the door to the database. */
export interface Call extends Caller {
  requestId: string;
  /** W3C trace context. */
  traceparent?: string;
  /** When the caller stops waiting, in milliseconds since 1970. */
  deadline: number;
  /** Aborted when the caller goes away. */
  signal?: AbortSignal;
  /** What is being done: the tool's or route's name. Part of the identity of an idempotent write. */
  operation: string;
  /** Two calls with the same key and operation are one write. */
  idempotencyKey?: string;
  /** SHA-256 of what was asked, to tell a repeat from a reused key. */
  requestDigest?: () => string;
  /** Set when the answer is a stored one. */
  replayed?: boolean;
}

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
  const signed = new BoundedCache<{ context: string; until: number }>();
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
  const verified = new BoundedCache<Claims>();
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

/** Forgets the oldest entry when it is full, so that nobody can fill the memory with new names. */
export class BoundedCache<Value> {
  readonly #entries = new Map<string, Value>();

  constructor(private readonly entriesMax = cacheEntriesMax) {}

  get(name: string): Value | undefined {
    return this.#entries.get(name);
  }

  set(name: string, value: Value): void {
    if (!this.#entries.has(name) && this.#entries.size >= this.entriesMax) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
    this.#entries.set(name, value);
  }

  delete(name: string): void {
    this.#entries.delete(name);
  }

  clear(): void {
    this.#entries.clear();
  }
}
