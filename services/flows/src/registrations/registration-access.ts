import { randomBytes } from "node:crypto";
import { readCookie, setCookie, toCookieName } from "@tenant-ops/kit/pages";
import type { FastifyReply, FastifyRequest } from "fastify";
import { bankMs, documentsMs } from "./registration-steps.rules.js";
import type { Registration } from "./registrations.types.js";
import { hashSecret } from "../test-runs/test-runs.rules.js";

// Only the browser that sent the form may open the page of the steps after it. Its cookie is the only proof, because the address has no secret.

const cookieName = "registration";

export const createSecret = (): string => randomBytes(32).toString("base64url");

/** Lets the browser open the page of a registration. The registration stores how long the cookie is valid. */
export function setAccessCookie(reply: FastifyReply, secret: string, page: { path: string; isSecure: boolean }): void {
  const { path, isSecure } = page;
  const maxAgeSeconds = (documentsMs + bankMs) / 1000;
  setCookie(reply, { name: toCookieName(cookieName, isSecure), value: secret, path, maxAgeSeconds, isSecure });
}

/** Whether a request comes from the browser that sent the form, in time. */
export function hasAccess(request: FastifyRequest, { access }: Registration, now: Date): boolean {
  const secret = readCookie(request, cookieName)?.value;
  // Hashes need no constant-time comparison: a caller cannot guess the secret behind a hash byte by byte.
  return (
    secret !== undefined &&
    access !== undefined &&
    access.expiresAt > now &&
    access.secretHashes.includes(hashSecret(secret))
  );
}
