import { type Database, newId } from "@tenant-ops/kit/data";
import { invalid, quote, Refusal } from "@tenant-ops/kit/errors";
import { type ParsedRequest, toRestList } from "@tenant-ops/kit/http";
import type {
  createKey as createKeyRoute,
  listKeys as listKeysRoute,
  rotateKey as rotateKeyRoute,
} from "@tenant-ops/rest/accounts";
import { requireBusiness } from "../businesses/require-business.js";
import type { Changes } from "../changes/changes.js";
import {
  findKeyOfBusiness,
  getKeyMode,
  type Key,
  listKeys,
  setLastUsed,
  setRevoked,
  shortenExpiry,
} from "./keys.store.js";
import { ensureSandbox, findSandboxOf } from "../sandboxes/sandboxes.store.js";
import { checkKeyFields } from "../requests/field-checks.js";
import type { PlannedWrite, RunOnce } from "../requests/named-writes.js";
import { insertNewKey, KeyTexts, toKeyReply } from "./new-keys.js";

const dayMs = 24 * 60 * 60 * 1000;
const newKeyId = () => newId("key");

export interface KeyActionOptions {
  db: Database;
  changes: Changes;
  pepper: Buffer;
}

/** A write with the way to run it once. `setCreated` gets the id of the new key before the answer. */
type Write<Input> = Input & { runOnce: RunOnce; setCreated?: (id: string) => void };
type CreateInput = Pick<ParsedRequest<typeof createKeyRoute>, "params" | "body">;
type RotateInput = Pick<ParsedRequest<typeof rotateKeyRoute>, "params" | "body">;

/** The actions of operators and people on the keys of a business. Call them only after the caller was authorized. */
export function createKeyActions(options: KeyActionOptions) {
  const { db, changes, pepper } = options;
  return {
    /** In the order of creation. @throws Refusal business_not_found */
    list: async ({ params, query }: Pick<ParsedRequest<typeof listKeysRoute>, "params" | "query">) => {
      const { businessId } = params;
      const { limit, cursor, name } = query;
      await requireBusiness(db, businessId);
      const sandboxId = await findSandboxId(db, businessId);
      const page = await listKeys(db, { businessId, name }, { limit, cursor });
      return toRestList(page, (key) => toKeyReply(key, sandboxId));
    },

    /** @throws Refusal key_not_found */
    get: async (params: { businessId: string; keyId: string }) => {
      const key = await requireKey(db, params);
      return toKeyReply(key, await findSandboxId(db, key.businessId));
    },

    /** When a gateway has accepted the key; an earlier time than the stored one changes nothing. */
    recordUse: (businessId: string, keyId: string, usedAt: Date) => setLastUsed(db, businessId, keyId, usedAt),

    /** The answer shows the key itself. @throws Refusal business_not_found, invalid_argument */
    create: async ({ params: { businessId }, body, runOnce, setCreated }: Write<CreateInput>) => {
      const { mode, expiresAt, requireProposal, ...fields } = body;
      checkKeyFields(body);
      const texts = new KeyTexts(mode, pepper);
      return runOnce(
        newKeyId,
        async (write) => {
          refusePastExpiry(expiresAt, write.at);
          await requireBusiness(db, businessId);
          const record = await insertNewKey(options, write, texts.get(write), {
            ...fields,
            requireProposal: requireProposal === true,
            isFreeOfProposals: requireProposal === false,
            businessId,
            expiresAt: expiresAt ? new Date(expiresAt) : null,
            replaces: null,
          });
          const sandboxId = mode === "test" ? (await ensureSandbox(db, businessId))._id : undefined;
          setCreated?.(record._id);
          return toKeyReply(record, sandboxId);
        },
        (stored, write) => ({ ...stored, key: texts.get(write) }),
      );
    },

    /** The answer shows the new key itself. @throws Refusal key_not_found, key_revoked */
    rotate: async ({ params, body: { overlapDays }, runOnce, setCreated }: Write<RotateInput>) => {
      const { hint } = await requireKey(db, params);
      const texts = new KeyTexts(getKeyMode({ hint }), pepper);
      return runOnce(
        newKeyId,
        async (write) => {
          const rotated = await rotateKey(options, await requireKey(db, params), write, texts.get(write), overlapDays);
          setCreated?.(rotated._id);
          return rotated;
        },
        (stored, write) => ({ ...stored, key: texts.get(write) }),
      );
    },

    /** A second revocation changes nothing. @throws Refusal key_not_found */
    revoke: ({ params, runOnce }: Write<{ params: { businessId: string; keyId: string } }>) =>
      runOnce(newKeyId, async ({ at }) => {
        const key = await requireKey(db, params);
        await setRevoked(db, key._id, at);
        await changes.publish({ businessId: key.businessId, keyId: key._id });
        return toKeyReply(await requireKey(db, params), await findSandboxId(db, key.businessId));
      }),
  };
}

function refusePastExpiry(expiresAt: string | null | undefined, now: Date): void {
  if (expiresAt && new Date(expiresAt) <= now) throw invalid("expiresAt", "must lie in the future", "past");
}

/** Creates a key with the same rights; the old key expires after the overlap. @throws Refusal key_revoked */
async function rotateKey(options: KeyActionOptions, old: Key, write: PlannedWrite, text: string, overlapDays: number) {
  const { db, changes } = options;
  const { businessId, name, scopes, allowedAddresses, requireProposal, isFreeOfProposals, toolsets, rates } = old;
  // Of a repeat after a crash, the new key exists, and the old one may have ended with it.
  if (!(await findKeyOfBusiness(db, businessId, write.newId))) refuseEndedKey(old, write.at);
  const rights = { name, scopes, allowedAddresses, requireProposal, isFreeOfProposals, toolsets, rates };
  const record = await insertNewKey(options, write, text, {
    businessId,
    ...rights,
    expiresAt: old.expiresAt,
    replaces: old._id,
  });
  const oldKeyExpiresAt = new Date(write.at.getTime() + overlapDays * dayMs);
  await shortenExpiry(db, old._id, oldKeyExpiresAt);
  await changes.publish({ businessId, keyId: old._id });
  const sandboxId = await findSandboxId(db, businessId);
  return { ...toKeyReply(record, sandboxId), oldKeyExpiresAt: oldKeyExpiresAt.toISOString() };
}

function refuseEndedKey({ revokedAt, expiresAt }: Key, now: Date): void {
  if (!revokedAt && (!expiresAt || expiresAt > now)) return;
  throw new Refusal("key_revoked", "This key is revoked or expired, so there is nothing to rotate. Create a new key.");
}

async function requireKey(db: Database, { businessId, keyId }: { businessId: string; keyId: string }): Promise<Key> {
  const found = await findKeyOfBusiness(db, businessId, keyId);
  if (!found) throw new Refusal("key_not_found", `The business has no key ${quote(keyId)}.`);
  return found;
}

async function findSandboxId(db: Database, businessId: string): Promise<string | undefined> {
  return (await findSandboxOf(db, businessId))?._id;
}
