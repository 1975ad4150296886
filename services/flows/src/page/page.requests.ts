import { getClientAddress } from "@tenant-ops/kit/http";
import type { FastifyRequest } from "fastify";
import { isPersonViewing } from "./bots.rules.js";
import type { GetDailySecret } from "../visits/daily-secrets.js";
import { submissionName } from "./page.html.js";
import { computeVisitorId } from "../visits/visits.rules.js";

// Reads what a page needs from its request.

export function getUserAgent(request: FastifyRequest): string {
  return request.headers["user-agent"] ?? "";
}

export function isCountedVisit(request: FastifyRequest): boolean {
  const { "sec-purpose": secPurpose, purpose, "x-moz": moz, "x-purpose": oldPurpose } = request.headers;
  const purposes = [secPurpose, purpose, moz, oldPurpose].map((value) => value?.toString());
  return isPersonViewing({ method: request.method, userAgent: getUserAgent(request), purposes });
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
