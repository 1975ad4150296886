import { type Database, isDuplicateKeyError } from "@tenant-ops/kit/data";
import type { Invitation } from "./invitations.types.js";

// Shared between businesses: a link is looked up before its business is known.
const invitations = (db: Database) => db.shared<Invitation>("invitations");

const keptAfterExpirySeconds = 30 * 24 * 60 * 60;

export const invitationIndexes: Array<{ key: Record<string, 1>; unique?: true; expireAfterSeconds?: number }> = [
  { key: { tokenHash: 1 }, unique: true },
  { key: { businessId: 1, _id: 1 } },
  { key: { expiresAt: 1 }, expireAfterSeconds: keptAfterExpirySeconds },
];

/** @returns the invitation that is stored under this id: this one, or that of an earlier request which this one repeats */
export async function ensureInvitation(db: Database, invitation: Invitation): Promise<Invitation> {
  try {
    await invitations(db).insertOne(invitation);
    return invitation;
  } catch (error) {
    const earlier = isDuplicateKeyError(error, "_id")
      ? await invitations(db).findOne({ _id: { $eq: invitation._id } })
      : null;
    if (earlier) return earlier;
    throw error;
  }
}

export function findInvitationByHash(db: Database, tokenHash: string): Promise<Invitation | null> {
  return invitations(db).findOne({ tokenHash: { $eq: tokenHash } });
}

/** @returns false when another request has used the invitation before */
export async function setUsed(db: Database, invitationId: string, usedAt: Date): Promise<boolean> {
  const changed = await invitations(db).updateOne({ _id: { $eq: invitationId }, usedAt: null }, { $set: { usedAt } });
  return changed.modifiedCount === 1;
}
