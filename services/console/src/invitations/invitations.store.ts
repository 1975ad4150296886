import {
  type Database,
  findSharedPage,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import { normalizeEmail } from "@tenant-ops/kit/texts";
import type { Invitation } from "./invitations.rules.js";

// Shared between businesses: a link is looked up before its business is known.
const invitations = (db: Database) => db.shared<Invitation>("invitations");
const ofBusiness = (scope: Scope) => scope.ofShared<Invitation>("invitations");

const keptAfterExpirySeconds = 30 * 24 * 60 * 60;

export const invitationIndexes: Array<{ key: Record<string, 1>; unique?: true; expireAfterSeconds?: number }> = [
  { key: { tokenHash: 1 }, unique: true },
  // With the expiry in the key, because unused links are kept for a month and few of them are still open.
  { key: { businessId: 1, usedAt: 1, expiresAt: 1 } },
  { key: { businessId: 1, personId: 1 } },
  { key: { businessId: 1, inviterId: 1 } },
  { key: { email: 1, usedAt: 1, expiresAt: 1 } },
  { key: { expiresAt: 1 }, expireAfterSeconds: keptAfterExpirySeconds },
];

export async function insertInvitation(scope: WriteScope, invitation: Invitation): Promise<void> {
  await ofBusiness(scope).insertOne(invitation);
}

/** @param limit counts at most this many */
export function countOpenInvitations(scope: Scope, limit: number): Promise<number> {
  return ofBusiness(scope).count({ usedAt: null, expiresAt: { $gt: scope.now } }, limit);
}

/** @returns false when it was used, withdrawn or has expired */
export async function setUsed(scope: WriteScope, invitationId: string): Promise<boolean> {
  const filter = { _id: invitationId, usedAt: null, expiresAt: { $gt: scope.now } };
  return (await ofBusiness(scope).updateOne(filter, { $set: { usedAt: scope.now } })).matchedCount === 1;
}

/** @returns false without such an open invitation */
export function deleteOpenInvitation(scope: WriteScope, invitationId: string): Promise<boolean> {
  return ofBusiness(scope).deleteOne({ _id: invitationId, usedAt: null });
}

/** Ends the open links that this person has made. */
export async function endLinksBy(scope: WriteScope, inviterId: string): Promise<void> {
  await ofBusiness(scope).updateMany({ inviterId, usedAt: null }, { $set: { expiresAt: scope.now } });
}

/** Ends the open links that sign this person in. */
export async function endLinksFor(scope: WriteScope, personId: string): Promise<void> {
  await ofBusiness(scope).updateMany({ personId, usedAt: null }, { $set: { expiresAt: scope.now } });
}

export function findInvitationByHash(db: Database, tokenHash: string): Promise<Invitation | null> {
  return invitations(db).findOne({ tokenHash: { $eq: tokenHash } });
}

/** Whether any business has invited this e-mail address, and the link still works. */
export async function isInvited(db: Database, email: string, now: Date): Promise<boolean> {
  const filter = { email: { $eq: normalizeEmail(email) }, usedAt: null, expiresAt: { $gt: now } };
  return (await invitations(db).findOne(filter, { projection: { _id: 1 } })) !== null;
}

/** Newest first. */
export function listOpenInvitations(db: Database, businessId: string, page: PageRequest): Promise<Page<Invitation>> {
  const filter = { businessId, usedAt: null, expiresAt: { $gt: new Date() } };
  return findSharedPage(invitations(db), filter, page, "newest first", businessId);
}
