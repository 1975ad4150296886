import { type Database, newId } from "@tenant-ops/kit/data";
import { hashToken } from "@tenant-ops/kit/http";
import { listRoleScopes } from "@tenant-ops/rest/access";
import { fixedLimits } from "@tenant-ops/rest/budgets";
import { findMembership } from "../members/members.store.js";
import { recordClientUse } from "../oauth-clients/registered-clients.store.js";
import type { Session } from "../sessions/sessions.store.js";
import { claimConsent, insertCode } from "./authorization-codes.store.js";
import { countActive } from "./connections.store.js";
import type { Consent } from "./consent.js";
import { intersect, listOfferedScopes, listRefusedScopes, type Narrowing, narrowScopes } from "./scopes.rules.js";
import { createCode } from "./tokens.js";

/** How long a client may take to exchange a code. */
const codeMs = 60_000;
const { connectionsPerPerson: connectionsMax } = fixedLimits;

export interface Allowance {
  session: Session;
  consent: Consent;
  narrowing: Narrowing;
  requireProposal: boolean;
  isSandbox: boolean;
}

export type AllowReply = { code: string } | { problem: "noAccess" | "tooMany" | "answered"; status: number };

/** Makes the code of a connection that a person has allowed. Of two answers to the same page, one makes a code. */
export async function allowConnection(
  db: Database,
  { session, consent, narrowing, requireProposal, isSandbox }: Allowance,
): Promise<AllowReply> {
  const { businessId, request, nonce, expires } = consent;
  const { personId } = session;
  const held = await findPersonScopes(db, businessId, personId, listOfferedScopes(request.scopes));
  const scopes = narrowScopes(held, narrowing);
  if (scopes.length === 0) return { problem: "noAccess", status: 403 };
  if ((await countActive(db, businessId, personId, connectionsMax)) >= connectionsMax)
    return { problem: "tooMany", status: 409 };
  if (!(await claimConsent(db, nonce, new Date(expires)))) return { problem: "answered", status: 409 };
  const code = createCode(businessId);
  const { client, redirectUri, challenge, resource } = request;
  const refusedScopes = listRefusedScopes(intersect(held, request.scopes), scopes);
  const now = new Date();
  await insertCode(db, {
    _id: hashToken(code),
    connectionId: newId("con"),
    ...{
      businessId,
      personId,
      client,
      redirectUri,
      challenge,
      resource,
      scopes,
      refusedScopes,
      requireProposal,
      isSandbox,
    },
    usedAt: null,
    isReplayed: false,
    expiresAt: new Date(now.getTime() + codeMs),
  });
  await recordClientUse(db, client.id, now);
  return { code };
}

/** Those of the scopes that the person may use now; none when the person is not a member any more. */
export async function findPersonScopes(
  db: Database,
  businessId: string,
  personId: string,
  scopes: readonly string[],
): Promise<string[]> {
  const membership = await findMembership(db, businessId, personId);
  return membership ? intersect(scopes, listRoleScopes(membership.role)) : [];
}
