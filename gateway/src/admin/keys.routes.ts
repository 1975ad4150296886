import { type Database, newId } from "@tenant-ops/kit/data";
import { quote, Refusal } from "@tenant-ops/kit/errors";
import { parseInput } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import type { KeyDirectory } from "../auth/key-directory.js";
import { hashKey, toKeyHint, type KeyMode, createKey } from "../auth/key-format.js";
import { shortenExpiry, findKeyOfBusiness, insertKey, type Key, listKeys, setRevoked } from "../auth/keys.store.js";
import { requireBusiness } from "./businesses.routes.js";
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

/** The keys of a business. Only the operator gets here, and sees a key only when it is made. */
export function registerKeyRoutes(app: FastifyInstance, { db, directory, pepper, allScopes }: KeyRouteOptions): void {
  const fields = buildCreateKeySchema(allScopes);

  app.post<BusinessParams>(path, async (request, reply) => {
    const business = await requireBusiness(db, request.params.businessId);
    const { mode, expiresAt, ...given } = parseInput(fields, request.body);
    const made = createKeyRecord(mode, pepper, {
      ...given,
      businessId: business._id,
      expiresAt: expiresAt ?? null,
      replaces: null,
    });
    await insertKey(db, made.stored);
    // The cache may hold that this key does not exist only if somebody guessed it; so nothing needs to be told.
    return reply.status(201).send({ key: made.key, ...toKeyReply(made.stored) });
  });

  app.get<BusinessParams>(path, async (request) => {
    const business = await requireBusiness(db, request.params.businessId);
    return { items: (await listKeys(db, business._id)).map(toKeyReply) };
  });

  app.post<KeyParams>(`${path}/:keyId/rotate`, async (request, reply) => {
    const old = await requireKey(db, request.params);
    const { overlapDays } = parseInput(rotateKeySchema, request.body);
    if (old.revokedAt || (old.expiresAt && old.expiresAt.getTime() <= Date.now())) {
      throw new Refusal(
        "key_revoked",
        "This key is revoked or expired, so there is nothing to rotate. Create a new key.",
      );
    }
    const { businessId, name, scopes, allowedAddresses, requireProposal, rates, expiresAt } = old;
    const like = { businessId, name, scopes, allowedAddresses, requireProposal, rates, expiresAt };
    const made = createKeyRecord(old.hint.startsWith("svc_test_") ? "test" : "live", pepper, {
      ...like,
      replaces: old._id,
    });
    const oldEnds = new Date(Date.now() + overlapDays * dayMs);
    await insertKey(db, made.stored);
    await shortenExpiry(db, old._id, oldEnds);
    directory.invalidate();
    return reply.status(201).send({ key: made.key, ...toKeyReply(made.stored), oldKeyExpiresAt: oldEnds });
  });

  app.post<KeyParams>(`${path}/:keyId/revoke`, async (request) => {
    const key = await requireKey(db, request.params);
    await setRevoked(db, key._id, new Date());
    directory.invalidate();
    return toKeyReply(await requireKey(db, request.params));
  });
}

async function requireKey(db: Database, { businessId, keyId }: KeyParams["Params"]): Promise<Key> {
  const found = await findKeyOfBusiness(db, businessId, keyId);
  if (!found) throw new Refusal("key_not_found", `The business has no key ${quote(keyId)}.`);
  return found;
}

type KeyFields = Omit<Key, "_id" | "hash" | "hint" | "createdAt" | "revokedAt" | "lastUsedAt">;

function createKeyRecord(mode: KeyMode, pepper: Buffer, given: KeyFields): { key: string; stored: Key } {
  const key = createKey(mode);
  const stored = {
    ...given,
    _id: newId("key"),
    hash: hashKey(key, pepper),
    hint: toKeyHint(key),
    createdAt: new Date(),
    revokedAt: null,
    lastUsedAt: null,
  };
  return { key, stored };
}

function toKeyReply({ _id, hash: _hash, ...rest }: Key) {
  return { keyId: _id, ...rest };
}
