import { newId, type Scope } from "@tenant-ops/kit/data";
import { createAddressCheck, createSigningSecret, rotateSecrets } from "@tenant-ops/kit/egress";
import { defineVerb } from "@tenant-ops/kit/verbs";
import type { WebhooksContext } from "../dependencies.js";
import { defineLaneVerb } from "../lanes/transact-with-lane.js";
import {
  chooseSlot,
  type EndpointChange,
  type EndpointFields,
  planChange,
  planEnabling,
  type Registration,
  requireEndpoint,
} from "./endpoints.rules.js";
import {
  changeEndpoint,
  deleteEndpoint as deleteRecord,
  findEndpoint,
  insertEndpoint,
  isSlotTaken,
  listEndpoints,
} from "./endpoints.store.js";

const hourMs = 3_600_000;
const restart = { resume: true, resetRate: true } as const;

const loadEndpoint = async (scope: Scope, { id }: { id: string }) => requireEndpoint(await findEndpoint(scope, id), id);

const saveChange = async (scope: Scope, change: EndpointChange, { id }: { id: string }) =>
  requireEndpoint(await changeEndpoint(scope, id, change), id);

const createSecret = (keyring: WebhooksContext["keyring"], endpointId: string, now: Date) =>
  createSigningSecret(keyring, endpointId, newId("whk"), now);

/** Registers an endpoint. When a concurrent registration has taken its slot, it chooses another one. */
export const createEndpoint = defineVerb(({ egress, urlRules, keyring, config }: WebhooksContext) => ({
  loadBefore: async (_, { url }: Registration) => createAddressCheck(egress, urlRules, url),
  async load(scope, _, refuseUrl) {
    await refuseUrl();
    return listEndpoints(scope);
  },
  plan: (_, existing) => chooseSlot(existing, config.QUOTA_ENDPOINTS, Math.random()),
  write(scope, slot, request) {
    const _id = newId("we");
    const secret = createSecret(keyring, _id, scope.now);
    return insertEndpoint(scope, { ...request, _id, slot, secrets: [secret] });
  },
  repeat: { after: isSlotTaken, max: config.QUOTA_ENDPOINTS },
}));

/** Changes the fields that are given. */
export const updateEndpoint = defineLaneVerb(({ egress, urlRules }: WebhooksContext) => ({
  loadBefore: async (_, { changes: { url } }: { id: string; changes: EndpointFields }) =>
    url === undefined ? undefined : createAddressCheck(egress, urlRules, url),
  async load(scope, named, refuseUrl) {
    const before = await loadEndpoint(scope, named);
    await refuseUrl?.();
    return { before, now: scope.now };
  },
  plan: ({ changes }, { before, now }) => planChange(before, changes, now),
  lane: ({ id, changes: { status, url } }) => ({
    endpointId: id,
    change: status === "enabled" || url !== undefined ? restart : undefined,
  }),
  write: saveChange,
}));

/** Sends what has waited for a disabled endpoint. */
export const enableEndpoint = defineLaneVerb(() => ({
  load: async (scope, named: { id: string }) => ({ before: await loadEndpoint(scope, named), now: scope.now }),
  plan: (_, { before, now }) => planEnabling(before, now),
  lane: ({ id }) => ({ endpointId: id, change: restart }),
  write: saveChange,
}));

/** Deletes an endpoint. A paused lane is scheduled as well: its worker fails the pending deliveries. */
export const deleteEndpoint = defineLaneVerb(() => ({
  load: loadEndpoint,
  plan: ({ id }) => id,
  lane: ({ id }) => ({ endpointId: id, change: restart }),
  write: async (scope, id) => void (await deleteRecord(scope, id)),
}));

/** Adds a secret. A lane that is being served reads the endpoint again, so that an old secret without overlap is not used any more. */
export const rotateSecret = defineLaneVerb(({ keyring }: WebhooksContext) => ({
  load: loadEndpoint,
  plan: (_: { id: string; overlapHours: number }, before) => before,
  lane: ({ id }) => ({ endpointId: id }),
  write(scope, { _id, secrets: old }, request) {
    const added = createSecret(keyring, _id, scope.now);
    const secrets = rotateSecrets(old, added, request.overlapHours * hourMs, scope.now);
    return saveChange(scope, { set: { secrets }, unset: [] }, request);
  },
}));
