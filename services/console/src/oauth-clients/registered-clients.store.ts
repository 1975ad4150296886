import type { Database } from "@tenant-ops/kit/data";
import type { RegisteredClient } from "./oauth-clients.types.js";

// A client belongs to no business: it registers before any person has given it access.
const clients = (db: Database) => db.shared<RegisteredClient>("oauthClients");

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

export const registeredClientIndexes: Array<{ key: Record<string, 1>; expireAfterSeconds?: number }> = [
  { key: { lastUsedAt: 1, _id: 1 } },
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

/** @returns false when every client was used */
export async function deleteOldestUnusedClient(db: Database): Promise<boolean> {
  return (await clients(db).findOneAndDelete({ lastUsedAt: null }, { sort: { lastUsedAt: 1, _id: 1 } })) !== null;
}

/** Does nothing for a client that did not register here. */
export async function recordClientUse(db: Database, clientId: string, now: Date): Promise<void> {
  const use = { lastUsedAt: now, expiresAt: computeClientExpiry(now) };
  await clients(db).updateOne({ _id: { $eq: clientId } }, { $set: use });
}
