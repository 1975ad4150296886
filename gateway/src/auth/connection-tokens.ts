import { hashToken } from "@tenant-ops/kit/http";

// The console service creates codes and refresh tokens. The gateway reads the id of the business from them, to call the console service.
const idBody = "[0-7][0-9a-hjkmnp-tv-z]{25}";
const secretPart = "[A-Za-z0-9_-]{43}";
const codePattern = new RegExp(`^oac_(${idBody})_${secretPart}$`);
const refreshPattern = new RegExp(`^ort_(${idBody})_(${idBody})_([1-9][0-9]{0,8})_${secretPart}$`);

export interface SentCode {
  businessId: string;
  /** SHA-256 in base64url. */
  codeHash: string;
}

export interface SentRefreshToken {
  businessId: string;
  connectionId: string;
  /** Number of this refresh token among those of the connection. */
  generation: number;
  /** SHA-256 in base64url. */
  tokenHash: string;
}

/** @returns undefined for a text that is no code of ours */
export function parseCode(code: string): SentCode | undefined {
  const [, business] = codePattern.exec(code) ?? [];
  return business === undefined ? undefined : { businessId: `biz_${business}`, codeHash: hashToken(code) };
}

/** @returns undefined for a text that is no refresh token of ours */
export function parseRefreshToken(token: string): SentRefreshToken | undefined {
  const [, business, connection, generation] = refreshPattern.exec(token) ?? [];
  if (business === undefined) return undefined;
  const ids = { businessId: `biz_${business}`, connectionId: `con_${connection}` };
  return { ...ids, generation: Number(generation), tokenHash: hashToken(token) };
}

/** The challenge that belongs to a verifier (PKCE, S256). @returns undefined for a text that can be no verifier */
export function computeChallenge(verifier: string): string | undefined {
  return /^[A-Za-z0-9._~-]{43,128}$/.test(verifier) ? hashToken(verifier) : undefined;
}
