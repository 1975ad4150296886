import { type Database, newId } from "@tenant-ops/kit/data";
import { hashToken } from "@tenant-ops/kit/http";
import type { FieldsOf } from "@tenant-ops/kit/rpc";
import type { RecordConnectionUseRequest, RevokeConnectionRequest } from "@tenant-ops/proto/console";
import { listRoleScopes } from "@tenant-ops/rest/access";
import { fixedLimits } from "@tenant-ops/rest/budgets";
import type { ConsoleContext } from "../context.js";
import { findMembership } from "../members/members.store.js";
import { keepClient, recordClientUse } from "../oauth-clients/registered-clients.store.js";
import { publishPeopleChange } from "../sessions/people-changes.js";
import type { Session } from "../sessions/sessions.rules.js";
import { claimConsent, insertCode } from "./authorization-codes.store.js";
import { type Connection, requireConnection } from "./connections.rules.js";
import { addCalls, countActive, findConnection, findConnectionOfPerson, setRevoked } from "./connections.store.js";
import type { Consent } from "./consent.js";
import { intersect, listOfferedScopes, listRefusedScopes, type Narrowing, narrowScopes } from "./scopes.rules.js";
import { createCode, isOwnToken } from "./tokens.js";

/** How long a client may take to exchange a code. */
const codeMs = 60_000;
const { connectionsPerPerson: connectionsMax } = fixedLimits;

type Allowance = Pick<Connection, "requireProposal" | "isSandbox"> & {
  session: Session;
  consent: Consent;
  narrowing: Narrowing;
};

type AllowReply = { code: string } | { problem: "noAccess" | "tooMany" | "answered"; status: number };

/** Keeps the client while a page of consent is open. */
export const keepForConsent = ({ db }: ConsoleContext, { request: { client }, expires }: Consent) =>
  keepClient(db, client.id, new Date(expires));

/** Makes the code of a connection that a person has allowed. Of two answers to the same page, one makes a code. */
export async function allowConnection(
  { db }: ConsoleContext,
  { session, consent, narrowing, requireProposal, isSandbox }: Allowance,
): Promise<AllowReply> {
  const { businessId, request } = consent;
  const { personId } = session;
  const held = await findPersonScopes(db, businessId, personId, listOfferedScopes(request.scopes));
  const scopes = narrowScopes(held, narrowing);
  if (scopes.length === 0) return { problem: "noAccess", status: 403 };
  if ((await countActive(db, businessId, personId, connectionsMax)) >= connectionsMax)
    return { problem: "tooMany", status: 409 };
  if (!(await claim(db, consent))) return { problem: "answered", status: 409 };
  const code = createCode(businessId);
  const { client, redirectUri, challenge, resource } = request;
  const refusedScopes = listRefusedScopes(intersect(held, request.scopes), scopes);
  const now = new Date();
  await insertCode(db, {
    _id: hashToken(code),
    connectionId: newId("con"),
    ...{ businessId, personId, client, redirectUri, challenge, resource },
    ...{ scopes, refusedScopes, requireProposal, isSandbox },
    usedAt: null,
    isReplayed: false,
    expiresAt: new Date(now.getTime() + codeMs),
  });
  await recordClientUse(db, client.id, now);
  return { code };
}

/** A person does not allow the connection. @returns false when the page was answered before */
export const declineConnection = ({ db }: ConsoleContext, consent: Consent) => claim(db, consent);

const claim = (db: Database, { nonce, expires }: Consent) => claimConsent(db, nonce, new Date(expires));

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

/** Counts calls of a connection. */
export const recordUse = ({ db }: ConsoleContext, businessId: string, use: FieldsOf<RecordConnectionUseRequest>) =>
  addCalls(db, businessId, use.connectionId, { calls: use.calls, lastUsedAt: new Date(use.lastUsedAt) });

/** A client gives up its connection. @returns false for a token that is not its own */
export async function revokeByClient(
  { db, bus, config }: ConsoleContext,
  businessId: string,
  { connectionId, clientId, generation, tokenHash: hash }: FieldsOf<RevokeConnectionRequest>,
): Promise<boolean> {
  const found = await findConnection(db, businessId, connectionId);
  if (found?.client.id !== clientId) return false;
  if (generation !== 0 && !isOwnToken(config.LINK_SECRET, found, { generation, hash })) return false;
  if (await setRevoked(db, found, "client", new Date())) publishPeopleChange(bus);
  return true;
}

/** Ends a connection of the business. @throws Refusal connection_not_found */
export const revokeConnection = async (context: ConsoleContext, businessId: string, connectionId: string) =>
  revokeByPerson(context, await findConnection(context.db, businessId, connectionId), connectionId);

/** Ends a connection of the person. @throws Refusal connection_not_found */
export const revokeOwnConnection = async (context: ConsoleContext, personId: string, connectionId: string) =>
  revokeByPerson(context, await findConnectionOfPerson(context.db, personId, connectionId), connectionId);

/** A second revocation changes nothing. */
async function revokeByPerson({ db, bus }: ConsoleContext, found: Connection | null, connectionId: string) {
  const connection = requireConnection(found, connectionId);
  const revokedAt = new Date();
  if (!(await setRevoked(db, connection, "person", revokedAt))) return connection;
  publishPeopleChange(bus);
  return { ...connection, isActive: false, revokedAt, revokedReason: "person" as const };
}
