import { randomBytes } from "node:crypto";
import { getClientAddress } from "@tenant-ops/kit/http";
import { getQueryText, readCookie, setCookie, toCookieName } from "@tenant-ops/kit/pages";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FlowsConfig } from "../config.js";
import { readSource, type Source } from "../visits/sources.rules.js";
import { computeVisitorId, type GetDailySecret } from "../visits/daily-secrets.js";
import { isPersonViewing } from "../visits/bots.rules.js";
import { bankMs, documentsMs } from "../registrations/registration-steps.rules.js";
import type { Registration } from "../registrations/registrations.rules.js";
import { hashSecret } from "../test-runs/test-runs.rules.js";
import { submissionName } from "./page.html.js";

// Reads what a page needs from its request.

export function getUserAgent(request: FastifyRequest): string {
  return request.headers["user-agent"] ?? "";
}

export function isCountedVisit(request: FastifyRequest): boolean {
  const { "sec-purpose": secPurpose, purpose, "x-moz": moz, "x-purpose": oldPurpose } = request.headers;
  const purposes = [secPurpose, purpose, moz, oldPurpose].map((value) => value?.toString());
  return isPersonViewing({ method: request.method, userAgent: getUserAgent(request), purposes });
}

/** Where the page was linked. */
export function getSource(request: FastifyRequest): Source {
  const { referer = "" } = request.headers;
  return readSource({
    utmSource: getQueryText(request, "utm_source") ?? "",
    userAgent: getUserAgent(request),
    referer,
  });
}

export async function identifyVisitor(
  request: FastifyRequest,
  page: { slug: string; businessId: string },
  getDailySecret: GetDailySecret,
): Promise<{ id: string; expiresAt: Date }> {
  const { secret, expiresAt } = await getDailySecret(new Date());
  const address = getClientAddress(request);
  return { id: computeVisitorId(secret, { ...page, address, userAgent: getUserAgent(request) }), expiresAt };
}

/** The id that the page gave to its form. Undefined when it is missing or malformed. */
export function getSubmissionId(form: URLSearchParams): string | undefined {
  const given = form.get(submissionName) ?? "";
  return /^[0-9a-f-]{36}$/.test(given) ? given : undefined;
}

/** Where the form of a page may lead: the policy of the page must allow every address that a flow may redirect to. */
export function listFormTargets({ CONSOLE_URL, FLOW_ALLOW_HTTP_LOOPBACK }: FlowsConfig): string[] {
  return [
    "https:",
    ...(CONSOLE_URL.startsWith("http:") ? [new URL(CONSOLE_URL).origin] : []),
    ...(FLOW_ALLOW_HTTP_LOOPBACK ? ["http://localhost:*", "http://127.0.0.1:*"] : []),
  ];
}

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
