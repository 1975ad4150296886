import { type Database, findSharedPage, type Page, type PageRequest, type WriteScope } from "@tenant-ops/kit/data";
import type { RevokedReason } from "@tenant-ops/rest/console";
import type { Connection, RefreshState } from "./connections.rules.js";

// Shared, because the profile of a person lists the connections of all their businesses. Every function names the business or the person.
const connections = (db: Database) => db.shared<Connection>("connections");

const keptAfterExpirySeconds = 30 * 24 * 60 * 60;

export const connectionIndexes: Array<{ key: Record<string, 1>; expireAfterSeconds?: number }> = [
  { key: { businessId: 1, _id: 1 } },
  { key: { businessId: 1, isActive: 1, _id: 1 } },
  { key: { businessId: 1, personId: 1, _id: 1 } },
  { key: { businessId: 1, personId: 1, isActive: 1, _id: 1 } },
  { key: { personId: 1, _id: 1 } },
  { key: { personId: 1, isActive: 1, _id: 1 } },
  { key: { expiresAt: 1 }, expireAfterSeconds: keptAfterExpirySeconds },
];

/** Absent fields do not filter. */
export interface ConnectionFilter {
  businessId?: string | undefined;
  personId?: string | undefined;
  isActive?: boolean | undefined;
}

export async function insertConnection(db: Database, connection: Connection): Promise<void> {
  await connections(db).insertOne(connection);
}

export function findConnection(db: Database, businessId: string, connectionId: string): Promise<Connection | null> {
  return connections(db).findOne({ _id: { $eq: connectionId }, businessId: { $eq: businessId } });
}

/** The names of the clients of these connections, by the id of the connection. */
export async function findClientNames(
  db: Database,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = await connections(db)
    .find({ _id: { $in: [...ids] }, businessId: { $eq: businessId } }, { projection: { "client.name": 1 } })
    .toArray();
  return new Map(found.map(({ _id, client }) => [_id, client.name]));
}

export function findConnectionOfPerson(
  db: Database,
  personId: string,
  connectionId: string,
): Promise<Connection | null> {
  return connections(db).findOne({ _id: { $eq: connectionId }, personId: { $eq: personId } });
}

/** Newest first. @throws Refusal invalid_cursor */
export function listConnections(db: Database, filter: ConnectionFilter, page: PageRequest): Promise<Page<Connection>> {
  return findSharedPage(connections(db), filter, page, "newest first");
}

/** Counts at most `max`. */
export function countActive(db: Database, businessId: string, personId: string, max: number): Promise<number> {
  const filter = { businessId: { $eq: businessId }, personId: { $eq: personId }, isActive: true };
  return connections(db).countDocuments(filter, { limit: max });
}

/** @returns false when another request has replaced the token before, or the connection was revoked */
export async function setNextRefresh(
  db: Database,
  { _id, refresh: { generation } }: Connection,
  next: RefreshState,
  expiresAt: Date,
): Promise<boolean> {
  const filter = { _id: { $eq: _id }, isActive: true, "refresh.generation": { $eq: generation } };
  const changed = await connections(db).updateOne(filter, { $set: { refresh: next, expiresAt } });
  return changed.matchedCount === 1;
}

/** @returns false when it was revoked before, or there is none */
export async function setRevoked(
  db: Database,
  { businessId, _id }: Pick<Connection, "businessId" | "_id">,
  revokedReason: RevokedReason,
  revokedAt: Date,
): Promise<boolean> {
  const filter = { _id: { $eq: _id }, businessId: { $eq: businessId }, isActive: true };
  const changed = await connections(db).updateOne(filter, { $set: { isActive: false, revokedAt, revokedReason } });
  return changed.modifiedCount === 1;
}

/** Ends all connections of a person in the business. Call it in the transaction in which the membership ends. */
export async function endConnectionsOf(scope: WriteScope, personId: string): Promise<void> {
  const ended = { isActive: false, revokedAt: scope.now, revokedReason: "memberLeft" as const };
  await scope.ofShared<Connection>("connections").updateMany({ personId, isActive: true }, { $set: ended });
}

export async function addCalls(
  db: Database,
  businessId: string,
  connectionId: string,
  { calls, lastUsedAt }: { calls: number; lastUsedAt: Date },
): Promise<void> {
  const filter = { _id: { $eq: connectionId }, businessId: { $eq: businessId } };
  await connections(db).updateOne(filter, { $inc: { calls }, $max: { lastUsedAt } });
}
