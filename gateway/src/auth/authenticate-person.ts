import { Refusal } from "@tenant-ops/kit/errors";
import { requireSameOrigin, type TokenCookie } from "@tenant-ops/kit/http";
import type { FastifyRequest } from "fastify";
import type { IsAppHost } from "../request/app-host.js";
import type { Tenant } from "../tenant/tenant.js";
import { describePlace } from "./create-tenant.js";
import type { ActiveMember, SessionDirectory } from "./session-directory.js";

export interface PersonOptions {
  appUrl: string;
  isAppHost: IsAppHost;
  sessionCookie: Pick<TokenCookie, "readHash">;
  sessions: SessionDirectory;
}

/**
 * The person who sent a request with the cookie of a session, in a business of theirs.
 * @throws Refusal unauthorized without a session, forbidden for a request from another site, and for another business
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
  // A session that has ended and a business of others get the same answer.
  throw new Refusal("unauthorized", "Your session has ended, or you are not a member of this business. Sign in again.");
}

/** What services receive as the caller when a person uses the REST API. */
export function toTenant({ personId, scopes, provenAt, business, sandboxId }: ActiveMember): Tenant {
  return {
    ...describePlace(business, sandboxId),
    keyId: personId,
    scopes,
    credential: "session",
    provenAt,
    // A preview is for an agent, which shows it to a person. Here the person acts.
    requireProposal: false,
    toolsets: [],
    keyRates: {},
  };
}
