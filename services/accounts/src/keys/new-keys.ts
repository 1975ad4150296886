import { type Database, isDuplicateKeyError } from "@tenant-ops/kit/data";
import type { Changes } from "../changes/changes.js";
import { createKey, deriveKey, hashKey, type KeyMode, toKeyHint } from "@tenant-ops/kit/call";
import { findKeyById, getKeyMode, insertKey, type Key } from "./keys.store.js";
import type { PlannedWrite } from "../requests/named-writes.js";

/** The text of the key that a request creates: random, or for a request with an Idempotency-Key the same in every repeat. */
export class KeyTexts {
  #random: string | undefined;

  constructor(
    private readonly mode: KeyMode,
    private readonly pepper: Buffer,
  ) {}

  get({ name }: PlannedWrite): string {
    if (name !== undefined) return deriveKey(this.mode, this.pepper, name);
    return (this.#random ??= createKey(this.mode));
  }
}

type NewKeyFields = Omit<Key, "_id" | "hash" | "hint" | "createdAt" | "revokedAt" | "lastUsedAt">;

/** Inserts a key; a repeat after a crash gets the one that the first has inserted. */
export async function insertNewKey(
  { db, changes, pepper }: { db: Database; changes: Changes; pepper: Buffer },
  { newId: _id, at: createdAt }: PlannedWrite,
  text: string,
  fields: NewKeyFields,
): Promise<Key> {
  const hash = hashKey(text, pepper);
  const record = { ...fields, _id, hash, hint: toKeyHint(text), createdAt, revokedAt: null, lastUsedAt: null };
  try {
    await insertKey(db, record);
  } catch (error) {
    const inserted = isDuplicateKeyError(error) ? await findKeyById(db, _id) : null;
    if (!inserted) throw error;
    return inserted;
  }
  // Gateways have nothing to forget: no caller can have used the key before it existed.
  changes.publishKey(hash);
  return record;
}

/**
 * `requireProposal` is null for a key that follows its business.
 * @param sandboxId of the business, if it has one; shown for a test key, whose requests read and write there
 */
export function toKeyReply(key: Key, sandboxId: string | undefined) {
  const { _id, businessId, name, scopes, allowedAddresses, rates, hint, toolsets, replaces } = key;
  const mode = getKeyMode(key);
  return {
    _id,
    businessId,
    mode,
    name,
    scopes,
    allowedAddresses,
    requireProposal: key.requireProposal ? true : key.isFreeOfProposals ? false : null,
    toolsets,
    rates,
    hint,
    ...(mode === "test" && { sandboxId: sandboxId ?? null }),
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    revokedAt: key.revokedAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    replacesKeyId: replaces,
  };
}
