import { createSystemCall, type KeyMode } from "@tenant-ops/kit/call";
import {
  type Database,
  findSharedPage,
  type IndexDescription,
  type Page,
  type PageRequest,
} from "@tenant-ops/kit/data";
import type { RateOverrides } from "../businesses/businesses.types.js";

export interface Key {
  _id: string;
  businessId: string;
  /** HMAC of the key. The key itself is shown once and not stored. */
  hash: string;
  hint: string;
  name: string;
  scopes: string[];
  /** Addresses or networks that may use the key; an empty list means all. */
  allowedAddresses: string[];
  /** Writes need the proposal_token of their preview, also when the business does not require it. */
  requireProposal: boolean;
  /** Writes need no proposal_token, although the business requires it: the operator has created the key with `requireProposal: false`. */
  isFreeOfProposals: boolean;
  /** The toolsets of requests that name none, such as `operations`. */
  toolsets: string[];
  rates: RateOverrides;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  /** Id of the key that this one replaced in a rotation. */
  replaces: string | null;
}

/** The mode is part of the beginning of a key, which the hint contains. */
export function getKeyMode({ hint }: Pick<Key, "hint">): KeyMode {
  return hint.startsWith("svc_test_") ? "test" : "live";
}

/** A revoked key is listed for this many days. */
export const revokedKeptDays = 400;

export const keyIndexes: IndexDescription[] = [
  { key: { hash: 1 }, unique: true },
  { key: { businessId: 1, _id: 1 } },
  { key: { businessId: 1, name: 1, _id: 1 } },
  // MongoDB keeps a key that is not revoked: its `revokedAt` is null.
  { key: { revokedAt: 1 }, expireAfterSeconds: revokedKeptDays * 24 * 60 * 60 },
];

const keys = (db: Database) => db.shared<Key>("keys");

/** In a transaction of the business, which is refused during and after its offboarding. @throws Refusal business_closed */
export async function insertKey(db: Database, key: Key): Promise<void> {
  await db.transaction(createSystemCall(key.businessId, "create key"), async (scope) => {
    await scope.ofShared<Key>("keys").insertOne(key);
    return {};
  });
}

export function findKeyByHash(db: Database, hash: string): Promise<Key | null> {
  return keys(db).findOne({ hash: { $eq: hash } });
}

export function findKeyById(db: Database, keyId: string): Promise<Key | null> {
  return keys(db).findOne({ _id: { $eq: keyId } });
}

export function findKeyOfBusiness(db: Database, businessId: string, keyId: string): Promise<Key | null> {
  return keys(db).findOne({ _id: { $eq: keyId }, businessId: { $eq: businessId } });
}

/** The names of these keys, by their ids. */
export async function findKeyNames(
  db: Database,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const filter = { _id: { $in: [...ids] }, businessId: { $eq: businessId } };
  const found = await keys(db)
    .find(filter, { projection: { name: 1 } })
    .toArray();
  return new Map(found.map(({ _id, name }) => [_id, name]));
}

/** In the order of creation. */
export function listKeys(
  db: Database,
  filter: { businessId: string; name?: string | undefined },
  page: PageRequest,
): Promise<Page<Key>> {
  return findSharedPage(keys(db), filter, page, "oldest first");
}

/** The hashes of keys that are not revoked, newest first. @param before id of the last key of the part before; absent at first */
export function findKeyHashes(
  db: Database,
  { before, limit }: { before?: string; limit: number },
): Promise<Pick<Key, "_id" | "hash">[]> {
  const filter = { revokedAt: null, ...(before !== undefined && { _id: { $lt: before } }) };
  return keys(db)
    .find(filter, { projection: { hash: 1 }, sort: { _id: -1 }, limit })
    .toArray();
}

/** A second revocation changes nothing. */
export async function setRevoked(db: Database, keyId: string, at: Date): Promise<void> {
  await keys(db).updateOne({ _id: { $eq: keyId }, revokedAt: null }, { $set: { revokedAt: at } });
}

/** Sets the expiry of a key, unless it expires earlier. */
export async function shortenExpiry(db: Database, keyId: string, at: Date): Promise<void> {
  const filter = { _id: { $eq: keyId }, $or: [{ expiresAt: null }, { expiresAt: { $gt: at } }] };
  await keys(db).updateOne(filter, { $set: { expiresAt: at } });
}

export async function setLastUsed(db: Database, businessId: string, keyId: string, at: Date): Promise<void> {
  const filter = { _id: { $eq: keyId }, businessId: { $eq: businessId } };
  await keys(db).updateOne(filter, { $max: { lastUsedAt: at } });
}
