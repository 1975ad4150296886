import type { Database } from "@tenant-ops/kit/data";

/** A program that asks for access in the name of a person: claude.ai, Cursor, an agent of one's own. */
export interface OauthClient {
  id: string;
  /** The name that the client gives itself, which proves nothing. */
  name: string;
  /** The host that its id names, which has published its redirect URIs; null for a client that registered itself. */
  host: string | null;
  redirectUris: readonly string[];
}

/** Why a client cannot be used. */
export interface ClientProblem {
  /** For the log. */
  reason: string;
  /** The only client authentication that the client allows, where this is the problem. */
  method?: string;
}

/** A client that registered itself (RFC 7591). It has no secret. */
export interface RegisteredClient {
  _id: string;
  name: string;
  redirectUris: string[];
  createdAt: Date;
  /** When a person last gave it access, or it last asked for a token; null before. */
  lastUsedAt: Date | null;
  /** Until then it is not deleted in favour of a newer one: a person may be about to give it access for the first time. */
  keptUntil: Date;
  /** Extended by every use. */
  expiresAt: Date;
}

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
