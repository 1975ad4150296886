import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import * as routes from "@tenant-ops/rest/flows";
import { untilDeleted } from "../retentions.js";
import { requireOwnTarget, type Target } from "./targets.rules.js";
import { findTarget, listTargets, targetIndexes } from "./targets.store.js";
import { changeTarget, createTarget, removeTarget } from "./targets.verbs.js";

/** Surveys and events as targets of redirects. Roulettes and courses are targets too, and belong to their own services. */
export const targets = defineNoun({
  collections: {
    targets: { indexes: targetIndexes, retention: untilDeleted, personal: "Names and addresses of other sites." },
  },
  verbs: { createTarget, changeTarget, removeTarget },

  http(app, { createTarget, changeTarget, removeTarget }, { scope }) {
    bindRoute(app, routes.listTargets, async ({ call, query: { kind, search, ...page } }) =>
      toRestList(await listTargets(scope(call), { kind, search }, page), toReply),
    );
    bindRoute(app, routes.getTarget, async ({ call, params: { id } }) =>
      toReply(requireOwnTarget(await findTarget(scope(call), id), id)),
    );
    bindRoute(app, routes.createTarget, async ({ call, body }) => toReply(await createTarget(call, body)));
    bindRoute(app, routes.updateTarget, async ({ call, params: { id }, body: { name, url } }) => {
      const changes = { ...(name !== undefined && { name }), ...(url !== undefined && { url }) };
      return toReply(await changeTarget(call, { id, changes }));
    });
    bindRoute(app, routes.deleteTarget, ({ call, params: { id } }) => removeTarget(call, id));
  },
});

function toReply({ _id, kind, name, url, createdAt, updatedAt }: Target) {
  return { _id, kind, name, url, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
