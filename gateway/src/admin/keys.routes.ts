import { type Database, newId } from "@tenant-ops/kit/data";
import { quote, Refusal } from "@tenant-ops/kit/errors";
import { parseInput } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import type { KeyDirectory } from "../auth/key-directory.js";
import { hashKey, toKeyHint, type KeyMode, createKey } from "../auth/key-format.js";
import {
  findKeyOfBusiness,
  getKeyMode,
  insertKey,
  type Key,
  listKeys,
  setRevoked,
  shortenExpiry,
} from "../auth/keys.store.js";
import { ensureSandbox, findSandboxOf } from "../auth/sandboxes.store.js";
import { requireBusiness } from "./businesses.routes.js";
import { setCreated } from "./operator-calls.js";
import { buildCreateKeySchema, rotateKeySchema } from "./schemas.js";

const dayMs = 24 * 60 * 60 * 1000;
const path = "/v1/admin/businesses/:businessId/keys";

interface BusinessParams {
  Params: { businessId: string };
}
interface KeyParams {
  Params: { businessId: string; keyId: string };
}

export interface KeyRouteOptions {
  db: Database;
  directory: KeyDirectory;
  pepper: Buffer;
  allScopes: readonly string[];
}

/** The keys of a business. The caller is the operator; a key is shown only in the reply that creates it. */
export function registerKeyRoutes(app: FastifyInstance, options: KeyRouteOptions): void {
  const { db, directory, pepper, allScopes } = options;
  const createKeySchema = buildCreateKeySchema(allScopes);

  app.post<BusinessParams>(path, async (request, reply) => {
    const business = await requireBusiness(db, request.params.businessId);
    const { mode, expiresAt, requireProposal, ...fields } = parseInput(createKeySchema, request.body);
    const created = createKeyRecord(mode, pepper, {
      ...fields,
      requireProposal: requireProposal === true,
      isFreeOfProposals: requireProposal === false,
      businessId: business._id,
      expiresAt: expiresAt ?? null,
      replaces: null,
    });
    // Caches need no invalidation: nobody can have looked up a random key before it existed.
    await insertKey(db, created.record);
    const sandboxId = mode === "test" ? (await ensureSandbox(db, business._id))._id : undefined;
    setCreated(request, created.record._id);
    directory.announceKey(created.record.hash);
    return reply.status(201).send({ key: created.key, ...toKeyReply(created.record, sandboxId) });
  });

  app.get<BusinessParams>(path, async (request) => {
    const business = await requireBusiness(db, request.params.businessId);
    const sandboxId = (await findSandboxOf(db, business._id))?._id;
    return { items: (await listKeys(db, business._id)).map((key) => toKeyReply(key, sandboxId)) };
  });

  app.post<KeyParams>(`${path}/:keyId/rotate`, async (request, reply) => {
    const old = await requireKey(db, request.params);
    const { overlapDays } = parseInput(rotateKeySchema, request.body);
    const rotated = await rotateKey(old, overlapDays, options);
    setCreated(request, rotated.keyId);
    return reply.status(201).send(rotated);
  });

  app.post<KeyParams>(`${path}/:keyId/revoke`, async (request) => {
    const key = await requireKey(db, request.params);
    await setRevoked(db, key._id, new Date());
    directory.invalidate();
    const sandboxId = (await findSandboxOf(db, key.businessId))?._id;
    return toKeyReply(await requireKey(db, request.params), sandboxId);
  });
}

/** Creates a key with the same rights; the old key expires after the overlap. @throws Refusal key_revoked */
async function rotateKey(old: Key, overlapDays: number, { db, directory, pepper }: KeyRouteOptions) {
  if (old.revokedAt || (old.expiresAt && old.expiresAt.getTime() <= Date.now())) {
    throw new Refusal(
      "key_revoked",
      "This key is revoked or expired, so there is nothing to rotate. Create a new key.",
    );
  }
  const { businessId, name, scopes, allowedAddresses, requireProposal, rates, expiresAt } = old;
  const { toolsets = [], isFreeOfProposals = false } = old;
  const { key, record } = createKeyRecord(getKeyMode(old), pepper, {
    businessId,
    name,
    scopes,
    allowedAddresses,
    requireProposal,
    isFreeOfProposals,
    toolsets,
    rates,
    expiresAt,
    replaces: old._id,
  });
  const oldKeyExpiresAt = new Date(Date.now() + overlapDays * dayMs);
  await insertKey(db, record);
  directory.announceKey(record.hash);
  await shortenExpiry(db, old._id, oldKeyExpiresAt);
  directory.invalidate();
  const sandboxId = (await findSandboxOf(db, businessId))?._id;
  return { key, ...toKeyReply(record, sandboxId), oldKeyExpiresAt };
}

async function requireKey(db: Database, { businessId, keyId }: KeyParams["Params"]): Promise<Key> {
  const found = await findKeyOfBusiness(db, businessId, keyId);
  if (!found) throw new Refusal("key_not_found", `The business has no key ${quote(keyId)}.`);
  return found;
}

type KeyFields = Omit<Key, "_id" | "hash" | "hint" | "createdAt" | "revokedAt" | "lastUsedAt">;

function createKeyRecord(mode: KeyMode, pepper: Buffer, fields: KeyFields): { key: string; record: Key } {
  const key = createKey(mode);
  const record = {
    ...fields,
    _id: newId("key"),
    hash: hashKey(key, pepper),
    hint: toKeyHint(key),
    createdAt: new Date(),
    revokedAt: null,
    lastUsedAt: null,
  };
  return { key, record };
}

/**
 * `requireProposal` is null for a key that follows its business.
 * @param sandboxId of the business, if it has one; shown for a test key, whose requests read and write there
 */
function toKeyReply(key: Key, sandboxId: string | undefined) {
  const { _id: keyId, hash: _hash, requireProposal, isFreeOfProposals, ...rest } = key;
  const mode = getKeyMode(key);
  return {
    keyId,
    mode,
    ...rest,
    ...(mode === "test" && { sandboxId: sandboxId ?? null }),
    requireProposal: requireProposal ? true : isFreeOfProposals ? false : null,
  };
}
