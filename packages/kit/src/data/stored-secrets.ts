import type { Document } from "mongodb";
import { createSystemCall } from "../call/call.js";
import { decryptSecret, encryptSecret, getCurrentKeyId, type Keyring, readKeyId } from "../encryption/encryption.js";
import type { BusinessUpdate } from "./tenancy/business-updates.js";
import type { Database } from "./database.types.js";

/** Encrypted texts in the records of a collection. */
export interface StoredSecrets {
  collection: string;
  /** Path of the text, such as `whatsapp.accessToken`; for a list of signing secrets, the path of the list: they have `enc`. */
  path: string;
  isList?: true;
  /** The collection is a shared one; the id of a record is that of its business. */
  isShared?: true;
  /** The owner with which the text was encrypted. */
  getOwner: (record: { _id: string; businessId: string }) => string;
}

export interface KeyUses {
  /** Texts that the first key has encrypted, that another key of the keyring has, and that none of them has. */
  current: number;
  old: number;
  missing: number;
}

type StoredDocument = Document & { _id: string };
type Replacement = Pick<BusinessUpdate<StoredDocument>, "filter" | "update"> & { businessId: string };

interface SecretRow {
  _id: string;
  businessId: string;
  texts: string[];
}

/** A scan fails after this time, so that it delays neither a start nor a scrape. */
const scanMsMax = 10_000;
const batchSize = 100;

/** How many stored secrets need which key. A signing secret that has expired needs none. */
export async function countKeyUses(db: Database, keyring: Keyring, stored: readonly StoredSecrets[]): Promise<KeyUses> {
  const uses: KeyUses = { current: 0, old: 0, missing: 0 };
  const currentId = getCurrentKeyId(keyring);
  for (const secrets of stored) {
    for await (const { texts } of readSecrets(db, secrets)) {
      for (const text of texts) {
        const keyId = readKeyId(text);
        uses[keyId === currentId ? "current" : keyring.has(keyId) ? "old" : "missing"] += 1;
      }
    }
  }
  return uses;
}

/**
 * Encrypts with the first key what another one has encrypted. Each text is replaced only if it is still the same, so it can run while
 * the service works, twice at once, and again after it was killed.
 * @returns how many texts were replaced
 */
export async function reencryptSecrets(
  db: Database,
  keyring: Keyring,
  stored: readonly StoredSecrets[],
): Promise<number> {
  const currentId = getCurrentKeyId(keyring);
  let replaced = 0;
  for (const secrets of stored) {
    let updates: Replacement[] = [];
    const write = async () => {
      replaced += await replaceTexts(db, secrets, updates);
      updates = [];
    };
    for await (const record of readSecrets(db, secrets)) {
      const isOld = (text: string) => readKeyId(text) !== currentId && keyring.has(readKeyId(text));
      for (const text of record.texts.filter(isOld)) updates.push(planReplacement(keyring, secrets, record, text));
      if (updates.length >= batchSize) await write();
    }
    await write();
  }
  return replaced;
}

function planReplacement(
  keyring: Keyring,
  { path, isList, getOwner }: StoredSecrets,
  record: SecretRow,
  text: string,
): Replacement {
  const owner = getOwner(record);
  const replacement = encryptSecret(keyring, decryptSecret(keyring, text, owner), owner);
  const { businessId } = record;
  // The positional operator changes the one element of the list that has this text.
  const [found, changed] = isList ? [`${path}.enc`, `${path}.$.enc`] : [path, path];
  return { businessId, filter: { _id: record._id, [found]: text }, update: { $set: { [changed]: replacement } } };
}

async function replaceTexts(
  db: Database,
  { collection, isShared }: StoredSecrets,
  updates: readonly Replacement[],
): Promise<number> {
  // The time of a call begins here: the scan may have gone on for long since the first of these texts was found.
  const toUpdate = ({ businessId, ...change }: Replacement) => ({
    call: createSystemCall(businessId, "reencrypt"),
    ...change,
  });
  if (!isShared) return db.updateOfBusinesses(collection, updates.map(toUpdate));
  const operations = updates.map(({ filter, update }) => ({ updateOne: { filter, update } }));
  if (operations.length === 0) return 0;
  return (await db.shared<StoredDocument>(collection).bulkWrite(operations, { ordered: false })).matchedCount;
}

function readSecrets(db: Database, { collection, path, isList, isShared }: StoredSecrets): AsyncIterable<SecretRow> {
  const isValid = { $or: [{ $not: ["$$secret.expiresAt"] }, { $gt: ["$$secret.expiresAt", "$$NOW"] }] };
  const valid = { $filter: { input: `$${path}`, as: "secret", cond: isValid } };
  const texts = isList ? { $map: { input: valid, as: "secret", in: "$$secret.enc" } } : [`$${path}`];
  const stages = [
    { $match: { [path]: { $exists: true } } },
    { $project: { businessId: isShared ? "$_id" : 1, texts } },
  ];
  return db.acrossBusinesses<SecretRow & Document>(collection, stages, {
    isSnapshot: false,
    withSandboxes: true,
    maxTimeMs: scanMsMax,
  });
}
