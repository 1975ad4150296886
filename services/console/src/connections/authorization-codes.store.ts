import { type Database, isDuplicateKeyError } from "@tenant-ops/kit/data";
import type { AuthorizationCode } from "./connections.rules.js";

// Shared: a record lives for a day at most, and is found by a hash that only its holder can compute.
const codes = (db: Database) => db.shared<AuthorizationCode>("authorizationCodes");
const answered = (db: Database) => db.shared<{ _id: string; expiresAt: Date }>("answeredConsents");

/** A code that is sent again within this time revokes its connection. */
const keptAfterExpirySeconds = 24 * 60 * 60;

export const codeIndexes: Array<{ key: Record<string, 1>; expireAfterSeconds?: number }> = [
  { key: { expiresAt: 1 }, expireAfterSeconds: keptAfterExpirySeconds },
];
export const consentIndexes: Array<{ key: Record<string, 1>; expireAfterSeconds?: number }> = [
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
];

export async function insertCode(db: Database, code: AuthorizationCode): Promise<void> {
  await codes(db).insertOne(code);
}

export function findCode(db: Database, businessId: string, codeHash: string): Promise<AuthorizationCode | null> {
  return codes(db).findOne({ _id: { $eq: codeHash }, businessId: { $eq: businessId } });
}

/** @returns false when another request used the code before */
export async function setCodeUsed(db: Database, codeHash: string, usedAt: Date): Promise<boolean> {
  const changed = await codes(db).updateOne({ _id: { $eq: codeHash }, usedAt: null }, { $set: { usedAt } });
  return changed.modifiedCount === 1;
}

export async function setCodeReplayed(db: Database, codeHash: string): Promise<void> {
  await codes(db).updateOne({ _id: { $eq: codeHash } }, { $set: { isReplayed: true } });
}

/** @returns false when the page of this consent was answered before */
export async function claimConsent(db: Database, nonce: string, expiresAt: Date): Promise<boolean> {
  try {
    await answered(db).insertOne({ _id: nonce, expiresAt });
    return true;
  } catch (error) {
    if (isDuplicateKeyError(error, "_id")) return false;
    throw error;
  }
}
