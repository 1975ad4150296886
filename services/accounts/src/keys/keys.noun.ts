import { isSandboxId } from "@tenant-ops/kit/call";
import { defineNoun } from "@tenant-ops/kit/process";
import { AccountsService } from "@tenant-ops/proto/accounts";
import * as routes from "@tenant-ops/rest/accounts";
import { createOwnKey, getOwnKey, listOwnKeys, revokeOwnKey, rotateOwnKey } from "@tenant-ops/rest/console";
import { toMessage as toBusinessMessage } from "../businesses/businesses.noun.js";
import { findBusiness } from "../businesses/businesses.store.js";
import { toRatesMessage } from "../businesses/businesses.types.js";
import type { AccountsContext } from "../dependencies.js";
import { bindOperatorRoute } from "../requests/bind-operator-route.js";
import { bindPersonRoute } from "../requests/bind-person-route.js";
import { ensureSandbox, findSandboxById } from "../sandboxes/sandboxes.store.js";
import { createKeyActions } from "./key-actions.js";
import {
  findKeyByHash,
  findKeyById,
  findKeyHashes,
  findKeyOfBusiness,
  getKeyMode,
  type Key,
  keyIndexes,
  revokedKeptDays,
} from "./keys.store.js";

/** Hashes in one answer: about 200 KB. */
const hashesPerAnswer = 5000;

/** The keys of back ends and agents. A key is shown only in the answer that creates it. */
export const keys = defineNoun({
  api: AccountsService,
  collections: {
    // Only a key that was revoked has the time.
    keys: {
      indexes: keyIndexes,
      retention: { kept: "days_after", field: "revokedAt", days: revokedKeptDays },
      isShared: true,
      personal: "Hashes and names of keys. One that was not revoked stays until the business is deleted.",
    },
  },
  rpcs: (_verbs, context: AccountsContext) => {
    const { db } = context;
    const actions = createKeyActions(context);
    return {
      findKey: async ({ key: given }) => {
        if (given.case === undefined) return {};
        const key = await (given.case === "hash" ? findKeyByHash(db, given.value) : findKeyById(db, given.value));
        const business = key && (await findBusiness(db, key.businessId));
        if (!key || !business) return {};
        // A key whose creation was interrupted has no sandbox; it gets one at its first use.
        const sandboxId = getKeyMode(key) === "test" ? (await ensureSandbox(db, business._id))._id : "";
        return { key: toMessage(key), business: toBusinessMessage(business), sandboxId };
      },
      checkKey: async ({ keyId }, { businessId }) => {
        // The key of a sandbox belongs to the business.
        const liveId = isSandboxId(businessId) ? (await findSandboxById(db, businessId))?.sandboxOf : businessId;
        const key = liveId === undefined ? null : await findKeyOfBusiness(db, liveId, keyId);
        const business = key && (await findBusiness(db, key.businessId));
        if (!key || !business) return {};
        const isUsable =
          business.active && key.revokedAt === null && (key.expiresAt === null || key.expiresAt > new Date());
        return { name: key.name, scopes: isUsable ? key.scopes : [] };
      },
      listKeyHashes: async ({ before }) => {
        const found = await findKeyHashes(db, { ...(before !== "" && { before }), limit: hashesPerAnswer });
        const nextBefore = found.length < hashesPerAnswer ? "" : (found.at(-1)?._id ?? "");
        return { hashes: found.map(({ hash }) => hash), nextBefore };
      },
      recordKeyUse: async ({ keyId, usedAt }, { businessId }) => {
        await actions.recordUse(businessId, keyId, new Date(usedAt));
        return {};
      },
    };
  },
  http: (app, _verbs, context: AccountsContext) => {
    const { db } = context;
    const actions = createKeyActions(context);
    bindOperatorRoute(app, db, routes.listKeys, actions.list);
    bindOperatorRoute(app, db, routes.getKey, ({ params }) => actions.get(params));
    bindOperatorRoute(app, db, routes.createKey, actions.create);
    bindOperatorRoute(app, db, routes.rotateKey, actions.rotate);
    bindOperatorRoute(app, db, routes.revokeKey, actions.revoke);
    bindPersonRoute(app, db, listOwnKeys, actions.list);
    bindPersonRoute(app, db, getOwnKey, ({ params }) => actions.get(params));
    bindPersonRoute(app, db, createOwnKey, actions.create);
    bindPersonRoute(app, db, rotateOwnKey, actions.rotate);
    bindPersonRoute(app, db, revokeOwnKey, actions.revoke);
  },
});

/** What the gateway needs of a key. */
function toMessage(key: Key) {
  const { _id: id, scopes, allowedAddresses, requireProposal, isFreeOfProposals, toolsets } = key;
  return {
    ...{ id, scopes, allowedAddresses, requireProposal, isFreeOfProposals, toolsets },
    rates: toRatesMessage(key.rates),
    expiresAt: key.expiresAt?.toISOString() ?? "",
    isRevoked: key.revokedAt !== null,
  };
}
