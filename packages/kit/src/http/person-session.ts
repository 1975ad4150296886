import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../errors/refusal.js";
import { getHeader } from "./request-state.js";

// The checks of requests of signed-in persons that the gateway and the console service share.

const tokenBytes = 32;
const sessionSeconds = 7 * 24 * 60 * 60;
/** How long a proof of a person counts for actions that need one, in milliseconds. */
export const proofMs = 5 * 60_000;

/** 256 random bits in base64url. */
export function createToken(): string {
  return randomBytes(tokenBytes).toString("base64url");
}

/** SHA-256 in base64url. Only this hash of a token is stored, and sent between processes. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** A cookie with a random token: for one host, not readable by scripts, not sent with requests that other sites cause, except links. */
export interface TokenCookie {
  /** @returns the hash of the token, or undefined without a well-formed one */
  readHash(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/** The cookie of a session, for seven days. @param appUrl address of the application */
export function createSessionCookie(appUrl: string): TokenCookie {
  return createTokenCookie(appUrl, "session", sessionSeconds);
}

/**
 * Browsers send a cookie with the prefix `__Host-` to one host only, over TLS.
 * @param appUrl with http, as on a developer's machine, the cookie is not `Secure` and has no prefix
 */
export function createTokenCookie(appUrl: string, shortName: string, maxAgeSeconds: number): TokenCookie {
  const isSecure = appUrl.startsWith("https:");
  const name = isSecure ? `__Host-${shortName}` : shortName;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  const pattern = new RegExp(`(?:^|;)\\s*${name}=([A-Za-z0-9_-]{43})\\s*(?:;|$)`);
  return {
    readHash(request) {
      const [, token] = pattern.exec(getHeader(request, "cookie") ?? "") ?? [];
      return token && hashToken(token);
    },
    set: (reply, token) => void reply.header("set-cookie", `${name}=${token}; ${attributes}; Max-Age=${maxAgeSeconds}`),
    clear: (reply) => void reply.header("set-cookie", `${name}=; ${attributes}; Max-Age=0`),
  };
}

/**
 * The cookie is sent with requests of every page on this host and, for GET, with links from other sites. A page of another site
 * must not be able to act in the name of the person.
 * @param appUrl address of the application
 * @throws Refusal forbidden
 */
export function requireSameOrigin(request: FastifyRequest, appUrl: string): void {
  const site = getHeader(request, "sec-fetch-site");
  // Older browsers send only Origin, and not with GET.
  const isOwn = site === undefined ? isOwnOrigin(request, appUrl) : site === "same-origin";
  if (!isOwn) throw new Refusal("forbidden", "This request comes from another site. Nothing was done.");
}

function isOwnOrigin(request: FastifyRequest, appUrl: string): boolean {
  const origin = getHeader(request, "origin");
  if (origin === undefined) return request.method === "GET" || request.method === "HEAD";
  return origin === new URL(appUrl).origin;
}

/** Until when a proof counts that was given at this time. */
export function computeProofEnd(provenAt: Date): Date {
  return new Date(provenAt.getTime() + proofMs);
}

/** @throws Refusal step_up_required when the last proof of identity of the person is older than five minutes */
export function requireProof({ provenAt }: { provenAt: Date }): void {
  if (computeProofEnd(provenAt).getTime() > Date.now()) return;
  throw new Refusal("step_up_required", "Confirm with your passkey that it is you. Nothing was done.");
}
