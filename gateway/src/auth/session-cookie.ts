import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { getHeader } from "../request/headers.js";

/** The console service makes these names too. Browsers send a cookie with the prefix `__Host-` to one host only, over TLS. */
const cookieNames = { secure: "__Host-session", loopback: "session" } as const;

/** Reads the session token of a request. */
export type ReadSessionHash = (request: FastifyRequest) => string | undefined;

/**
 * @param appUrl with http, as on a developer's machine, the cookie has no prefix
 * @returns the SHA-256 of the token in base64url, or undefined without a well-formed token
 */
export function createSessionReader(appUrl: string): ReadSessionHash {
  const name = appUrl.startsWith("https:") ? cookieNames.secure : cookieNames.loopback;
  const pattern = new RegExp(`(?:^|;)\\s*${name}=([A-Za-z0-9_-]{43})\\s*(?:;|$)`);
  return (request) => {
    const [, token] = pattern.exec(getHeader(request, "cookie") ?? "") ?? [];
    return token && createHash("sha256").update(token).digest("base64url");
  };
}
