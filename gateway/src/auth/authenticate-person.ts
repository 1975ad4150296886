import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyRequest } from "fastify";
import type { IsAppHost } from "../request/app-host.js";
import { getHeader } from "../request/headers.js";
import type { Tenant } from "../tenant/tenant.js";
import type { ReadSessionHash } from "./session-cookie.js";
import type { ActiveMember, SessionDirectory } from "./session-directory.js";

export interface PersonOptions {
  appUrl: string;
  isAppHost: IsAppHost;
  readSessionHash: ReadSessionHash;
  sessions: SessionDirectory;
}

/**
 * The person who sent a request with the cookie of a session, in a business of theirs.
 * @throws Refusal unauthorized without a session, forbidden for a request from another site, and for another business
 */
export async function authenticatePerson(
  request: FastifyRequest,
  businessId: string,
  { appUrl, readSessionHash, sessions }: PersonOptions,
): Promise<ActiveMember> {
  requireSameOrigin(request, appUrl);
  const hash = readSessionHash(request);
  if (!hash) throw new Refusal("unauthorized", "You are not signed in. Open the sign-in page and sign in again.");
  const found = await sessions.find(hash, businessId);
  if (found) return found;
  // A session that has ended and a business of others get the same answer.
  throw new Refusal("unauthorized", "Your session has ended, or you are not a member of this business. Sign in again.");
}

/**
 * The session cookie is sent with requests of every page on this host and, for GET, with links from other sites. A page of another
 * site must not be able to act in the name of the person.
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

/** What services receive as the caller when a person uses the REST API. */
export function toTenant({ personId, scopes, business, sandboxId }: ActiveMember): Tenant {
  return {
    businessId: sandboxId ?? business._id,
    ...(sandboxId !== undefined && { sandboxOf: business._id }),
    country: business.country,
    currency: business.currency,
    timeZone: business.timeZone,
    keyId: personId,
    scopes,
    credential: "session",
    // A preview is for an agent, which shows it to a person. Here the person acts.
    requireProposal: false,
    toolsets: [],
    businessRates: business.rates,
    keyRates: {},
  };
}
