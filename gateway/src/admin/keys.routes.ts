import { type Database, newId } from "@tenant-ops/kit/data";
import { invalid, quote, Refusal } from "@tenant-ops/kit/errors";
import { toRestList } from "@tenant-ops/kit/http";
import {
  createKey as createKeyRoute,
  getKey,
  listKeys as listKeysRoute,
  revokeKey,
  rotateKey as rotateKeyRoute,
} from "@tenant-ops/rest/gateway";
import type { FastifyInstance } from "fastify";
import { findKeyOfBusiness, getKeyMode, type Key, listKeys, setRevoked, shortenExpiry } from "../auth/keys.store.js";
import { ensureSandbox, findSandboxOf } from "../auth/sandboxes.store.js";
import { bindOperatorRoute, type PlannedWrite } from "./bind-operator-route.js";
import { type BusinessRouteOptions, requireBusiness } from "./businesses.routes.js";
import { insertNewKey, KeyTexts, toKeyReply } from "./new-keys.js";
import { createKeyCheck } from "./schemas.js";

const dayMs = 24 * 60 * 60 * 1000;
const newKeyId = () => newId("key");

export interface KeyRouteOptions extends BusinessRouteOptions {
  pepper: Buffer;
  allScopes: readonly string[];
}

/** The keys of a business. The caller is the operator; a key is shown only in the reply that creates it. */
export function registerKeyRoutes(app: FastifyInstance, options: KeyRouteOptions): void {
  const { db, directory, pepper, allScopes } = options;
  const checkKeyFields = createKeyCheck(allScopes);

  bindOperatorRoute(app, options, listKeysRoute, async ({ params: { businessId }, query: { limit, cursor, name } }) => {
    await requireBusiness(db, businessId);
    const sandboxId = await findSandboxId(db, businessId);
    return toRestList(await listKeys(db, { businessId, name }, { limit, cursor }), (key) => toKeyReply(key, sandboxId));
  });

  bindOperatorRoute(app, options, getKey, async ({ params }) => {
    const key = await requireKey(db, params);
    return toKeyReply(key, await findSandboxId(db, key.businessId));
  });

  bindOperatorRoute(app, options, createKeyRoute, async ({ params: { businessId }, body, runOnce, setCreated }) => {
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
        setCreated(record._id);
        return toKeyReply(record, sandboxId);
      },
      (stored, write) => ({ ...stored, key: texts.get(write) }),
    );
  });

  bindOperatorRoute(app, options, rotateKeyRoute, async ({ params, body: { overlapDays }, runOnce, setCreated }) => {
    const { hint } = await requireKey(db, params);
    const texts = new KeyTexts(getKeyMode({ hint }), pepper);
    return runOnce(
      newKeyId,
      async (write) => {
        const rotated = await rotateKey(options, await requireKey(db, params), write, texts.get(write), overlapDays);
        setCreated(rotated._id);
        return rotated;
      },
      (stored, write) => ({ ...stored, key: texts.get(write) }),
    );
  });

  bindOperatorRoute(app, options, revokeKey, ({ params, runOnce }) =>
    runOnce(newKeyId, async ({ at }) => {
      const key = await requireKey(db, params);
      await setRevoked(db, key._id, at);
      directory.invalidate();
      return toKeyReply(await requireKey(db, params), await findSandboxId(db, key.businessId));
    }),
  );
}

function refusePastExpiry(expiresAt: string | null | undefined, now: Date): void {
  if (expiresAt && new Date(expiresAt) <= now) throw invalid("expiresAt", "must lie in the future");
}

/** Creates a key with the same rights; the old key expires after the overlap. @throws Refusal key_revoked */
async function rotateKey(options: KeyRouteOptions, old: Key, write: PlannedWrite, text: string, overlapDays: number) {
  const { db, directory } = options;
  const { businessId, name, scopes, allowedAddresses, requireProposal, rates, expiresAt } = old;
  const { toolsets = [], isFreeOfProposals = false } = old;
  // Of a repeat after a crash, the new key exists, and the old one may have ended with it.
  if (!(await findKeyOfBusiness(db, businessId, write.newId))) refuseEndedKey(old, write.at);
  const rights = { name, scopes, allowedAddresses, requireProposal, isFreeOfProposals, toolsets, rates, expiresAt };
  const record = await insertNewKey(options, write, text, { businessId, ...rights, replaces: old._id });
  const oldKeyExpiresAt = new Date(write.at.getTime() + overlapDays * dayMs);
  await shortenExpiry(db, old._id, oldKeyExpiresAt);
  directory.invalidate();
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
