import { randomBytes } from "node:crypto";
import { readCookie, setCookie, toCookieName } from "@tenant-ops/kit/pages";
import type { FastifyReply, FastifyRequest } from "fastify";
import { bankMs, documentsMs } from "./registration-steps.rules.js";
import type { Registration } from "./registrations.types.js";
import { hashSecret } from "./test-runs.rules.js";

// The page of the steps after a form is for the browser that sent the form: its cookie is the only proof. The address has no secret.

const cookieName = "registration";

export const createSecret = (): string => randomBytes(32).toString("base64url");

/** Lets the browser open the page of a registration. How long the cookie is worth something is stored with the registration. */
export function setAccessCookie(reply: FastifyReply, secret: string, page: { path: string; isSecure: boolean }): void {
  const { path, isSecure } = page;
  const maxAgeSeconds = (documentsMs + bankMs) / 1000;
  setCookie(reply, { name: toCookieName(cookieName, isSecure), value: secret, path, maxAgeSeconds, isSecure });
}

/** Whether a request comes from the browser that sent the form, in time. */
export function hasAccess(request: FastifyRequest, { access }: Registration, now: Date): boolean {
  const secret = readCookie(request, cookieName)?.value;
  // A hash can be compared in any time: what it was made from cannot be guessed step by step.
  return (
    secret !== undefined &&
    access !== undefined &&
    access.expiresAt > now &&
    access.secretHashes.includes(hashSecret(secret))
  );
}
