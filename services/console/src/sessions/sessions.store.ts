import {
  type Database,
  findSharedPage,
  type Page,
  type PageRequest,
  type SharedDeletes,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { Session } from "./sessions.rules.js";

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

export async function hasSession(db: Database, sessionId: string): Promise<boolean> {
  return (await sessions(db).countDocuments({ _id: { $eq: sessionId } })) === 1;
}

export async function setUsed(db: Database, sessionId: string, lastUsedAt: Date, expiresAt: Date): Promise<void> {
  await sessions(db).updateOne({ _id: { $eq: sessionId } }, { $set: { lastUsedAt, expiresAt } });
}

export async function deleteSession(db: Database, sessionId: string): Promise<void> {
  await sessions(db).deleteOne({ _id: { $eq: sessionId } });
}

export async function setProven(db: Database, sessionId: string, provenAt: Date): Promise<void> {
  await sessions(db).updateOne({ _id: { $eq: sessionId } }, { $set: { provenAt } });
}

/** @returns false without such a session of this person */
export async function deleteSessionOf(db: Database, personId: string, sessionId: string): Promise<boolean> {
  const filter = { _id: { $eq: sessionId }, personId: { $eq: personId } };
  return (await sessions(db).deleteOne(filter)).deletedCount === 1;
}

export async function deleteOtherSessions(db: Database, { _id, personId }: Session): Promise<number> {
  return (await sessions(db).deleteMany({ personId: { $eq: personId }, _id: { $ne: _id } })).deletedCount;
}

/**
 * For a person who joins a business: ends all other sessions, and this one is none of a link any more.
 * @param change a new token, because the session opens more than before; with `provenAt` also a proof
 */
export async function keepOneSession(
  scope: WriteScope,
  { _id, personId }: Session,
  change: Pick<Session, "tokenHash"> & { provenAt?: Date },
): Promise<void> {
  const shared = scope.shared<Session>("sessions");
  await shared.deleteMany({ personId, _id: { $ne: _id } });
  await shared.updateMany({ _id }, { $set: { isFromLink: false, ...change } });
}

/** Ends the sessions that an identity provider began. */
export async function deleteProviderSessions(scope: WriteScope, personIds: readonly string[]): Promise<void> {
  const filter = { personId: { $in: [...personIds] }, startedBy: "identityProvider" as const };
  await scope.shared<Session>("sessions").deleteMany(filter);
}

/** Keeps the newest. */
export async function deleteOldSessions(db: Database, personId: string, kept: number): Promise<void> {
  const options = { sort: { _id: -1 }, skip: kept, limit: kept, projection: { _id: 1 } } as const;
  const old = await sessions(db)
    .find({ personId: { $eq: personId } }, options)
    .toArray();
  if (old.length > 0) await sessions(db).deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
}

/** The active sessions of a person, newest first. */
export function listSessionsOfPerson(db: Database, personId: string, page: PageRequest): Promise<Page<Session>> {
  const filter = { personId, expiresAt: { $gt: new Date() } };
  return findSharedPage(sessions(db), filter, page, "newest first", personId);
}

export async function deleteSessionsOf(source: SharedDeletes, personId: string): Promise<void> {
  await source.shared<Session>("sessions").deleteMany({ personId });
}
