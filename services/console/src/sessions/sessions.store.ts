import type { Database } from "@tenant-ops/kit/data";
import type { Session } from "./sessions.types.js";

const sessions = (db: Database) => db.shared<Session>("sessions");

export const sessionIndexes: Array<{ key: Record<string, 1>; unique?: true; expireAfterSeconds?: number }> = [
  { key: { tokenHash: 1 }, unique: true },
  { key: { personId: 1, _id: 1 } },
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
];

export async function insertSession(db: Database, session: Session): Promise<void> {
  await sessions(db).insertOne(session);
}

export function findSessionByHash(db: Database, tokenHash: string): Promise<Session | null> {
  return sessions(db).findOne({ tokenHash: { $eq: tokenHash } });
}

export async function setUsed(db: Database, sessionId: string, lastUsedAt: Date, expiresAt: Date): Promise<void> {
  await sessions(db).updateOne({ _id: { $eq: sessionId } }, { $set: { lastUsedAt, expiresAt } });
}

export async function deleteSession(db: Database, sessionId: string): Promise<void> {
  await sessions(db).deleteOne({ _id: { $eq: sessionId } });
}
