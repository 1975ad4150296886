import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

const tokenBytes = 32;
const lifetimeSeconds = 7 * 24 * 60 * 60;
const signInSeconds = 10 * 60;

/** 256 random bits in base64url. */
export function createToken(): string {
  return randomBytes(tokenBytes).toString("base64url");
}

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

export type SessionCookie = TokenCookie;

/** @param appUrl with http, as on a developer's machine, the cookie is not `Secure` and has no prefix. The gateway has the same rule */
export function createSessionCookie(appUrl: string): SessionCookie {
  return createTokenCookie(appUrl, "session", lifetimeSeconds);
}

/** Ties a sign-in to the browser that began it. */
export function createBrowserCookie(appUrl: string): TokenCookie {
  return createTokenCookie(appUrl, "sign-in", signInSeconds);
}

function createTokenCookie(appUrl: string, shortName: string, maxAgeSeconds: number): TokenCookie {
  const isSecure = appUrl.startsWith("https:");
  const name = isSecure ? `__Host-${shortName}` : shortName;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  const pattern = new RegExp(`(?:^|;)\\s*${name}=([A-Za-z0-9_-]{43})\\s*(?:;|$)`);
  return {
    readHash(request) {
      const [, token] = pattern.exec(request.headers.cookie ?? "") ?? [];
      return token && hashToken(token);
    },
    set: (reply, token) => void reply.header("set-cookie", `${name}=${token}; ${attributes}; Max-Age=${maxAgeSeconds}`),
    clear: (reply) => void reply.header("set-cookie", `${name}=; ${attributes}; Max-Age=0`),
  };
}
