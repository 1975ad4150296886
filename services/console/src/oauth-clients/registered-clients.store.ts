import type { Database } from "@tenant-ops/kit/data";
import type { RegisteredClient } from "./registration.rules.js";

// A client belongs to no business: it registers before any person has given it access.
const clients = (db: Database) => db.shared<RegisteredClient>("oauthClients");

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

export const registeredClientIndexes: Array<{ key: Record<string, 1>; expireAfterSeconds?: number }> = [
  { key: { lastUsedAt: 1, keptUntil: 1 } },
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
];

/** When a client expires without a further use. */
export function computeClientExpiry(now: Date): Date {
  return new Date(now.getTime() + lifetimeMs);
}

export async function insertClient(db: Database, client: RegisteredClient): Promise<void> {
  await clients(db).insertOne(client);
}

export async function findRegisteredClient(db: Database, clientId: string): Promise<RegisteredClient | null> {
  // The database deletes expired records up to a minute later.
  return clients(db).findOne({ _id: { $eq: clientId }, expiresAt: { $gt: new Date() } });
}

/** About how many there are, without counting them. */
export function estimateClients(db: Database): Promise<number> {
  return clients(db).estimatedDocumentCount();
}

/** @returns false when every client was used or is kept */
export async function deleteOldestUnusedClient(db: Database, now: Date): Promise<boolean> {
  const filter = { lastUsedAt: null, keptUntil: { $lt: now } };
  return (await clients(db).findOneAndDelete(filter, { sort: { lastUsedAt: 1, keptUntil: 1 } })) !== null;
}

/** A page of consent is open until this time. Does nothing for a client that did not register here. */
export async function keepClient(db: Database, clientId: string, until: Date): Promise<void> {
  await clients(db).updateOne({ _id: { $eq: clientId } }, { $max: { keptUntil: until } });
}

/** Does nothing for a client that did not register here. */
export async function recordClientUse(db: Database, clientId: string, now: Date): Promise<void> {
  const use = { lastUsedAt: now, expiresAt: computeClientExpiry(now) };
  await clients(db).updateOne({ _id: { $eq: clientId } }, { $set: use });
}
