import { Refusal } from "@tenant-ops/kit/errors";
import { requireSameOrigin, type TokenCookie } from "@tenant-ops/kit/http";
import type { FastifyRequest } from "fastify";
import type { IsAppHost } from "../request/app-host.js";
import type { ActiveMember, SessionDirectory } from "./people-directories.js";

export interface PersonOptions {
  appUrl: string;
  isAppHost: IsAppHost;
  sessionCookie: Pick<TokenCookie, "readHash">;
  sessions: SessionDirectory;
}

/**
 * Finds the person of a session cookie, as a member of the business.
 * @throws Refusal unauthorized without a valid session or membership, forbidden for a request from another site
 */
export async function authenticatePerson(
  request: FastifyRequest,
  businessId: string,
  { appUrl, sessionCookie, sessions }: PersonOptions,
): Promise<ActiveMember> {
  requireSameOrigin(request, appUrl);
  const hash = sessionCookie.readHash(request);
  if (!hash) throw new Refusal("unauthorized", "You are not signed in. Open the sign-in page and sign in again.");
  const found = await sessions.find(hash, businessId);
  if (found) return found;
  // The same answer for a session that has ended and for a business of which the person is no member.
  throw new Refusal("unauthorized", "Your session has ended, or you are not a member of this business. Sign in again.");
}
