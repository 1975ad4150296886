import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";

// Compact JWS with Ed25519 (RFC 7515, RFC 8037), synchronous, by `node:crypto`: see docs/decisions/0011.

/**
 * What the header of a kind of token says besides its algorithm. A verifier accepts exactly one header, so a token can choose
 * neither its algorithm nor its kind: one of another kind is refused although the same key signed it (RFC 8725, section 3.11).
 */
export interface TokenKind {
  typ?: string;
}

/** @param privateKey base64url of a PKCS#8 DER key */
export function createTokenSigner(kind: TokenKind, privateKey: string): (claims: object) => string {
  const header = encodeHeader(kind);
  const key = createPrivateKey({ key: Buffer.from(privateKey, "base64url"), format: "der", type: "pkcs8" });
  return (claims) => {
    const input = `${header}.${encodeJson(claims)}`;
    return `${input}.${sign(null, Buffer.from(input), key).toString("base64url")}`;
  };
}

/**
 * @param publicKeys `issuer:base64url of the raw Ed25519 key`, comma-separated; two of one issuer during a rotation
 * @returns a function that returns the claims of a token as they were signed, unchecked, or undefined when no key of their `iss`
 *   has signed them
 */
export function createTokenVerifier(kind: TokenKind, publicKeys: string): (token: string) => unknown {
  const header = encodeHeader(kind);
  const keys = parsePublicKeys(publicKeys);
  return (token) => {
    const [givenHeader, payload, signature, rest] = token.split(".");
    if (givenHeader !== header || !payload || !signature || rest !== undefined) return undefined;
    const claims = parseJson(payload);
    // Before the signature is verified, only the issuer is read.
    const issuer = (claims as { iss?: unknown } | null | undefined)?.iss;
    const issuerKeys = (typeof issuer === "string" && keys.get(issuer)) || [];
    const input = Buffer.from(`${header}.${payload}`);
    const isValid = issuerKeys.some((key) => verify(null, input, key, Buffer.from(signature, "base64url")));
    return isValid ? claims : undefined;
  };
}

function encodeHeader(kind: TokenKind): string {
  return encodeJson({ alg: "EdDSA", ...kind });
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
  for (const [index, entry] of text.split(",").entries()) {
    const [issuer, x] = entry.trim().split(":");
    if (!issuer || !x) throw new Error("CALL_CONTEXT_PUBLIC_KEYS: each entry is <issuer>:<base64url public key>");
    const key = toPublicKey(x);
    if (!key)
      throw new Error(`CALL_CONTEXT_PUBLIC_KEYS: the key of entry ${index + 1} is no Ed25519 public key in base64url`);
    keys.set(issuer, [...(keys.get(issuer) ?? []), key]);
  }
  return keys;
}

/** The error of Node would not say which key it is about. */
function toPublicKey(x: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  } catch {
    return undefined;
  }
}
