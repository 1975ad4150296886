import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import * as routes from "@tenant-ops/rest/webhooks";
import { startRecovery } from "./deliveries.verbs.js";
import { type Recovery, requireRecovery } from "./recoveries.rules.js";
import { findRecovery, keptDays, listRecoveries, recoveryIndexes } from "./recoveries.store.js";

/** Requests to send failed deliveries again. */
export const recoveries = defineNoun({
  collections: {
    recoveries: {
      indexes: recoveryIndexes,
      retention: { kept: "days_after", field: "endedAt", days: keptDays },
      personal: "Ids and counts. One that runs has no end yet, and stays.",
    },
  },
  verbs: { startRecovery },

  http(app, { startRecovery }, { scope }) {
    bindRoute(app, routes.recoverWebhookDeliveries, async ({ call, params: { id: endpointId }, body }) =>
      toReply(await startRecovery(call, { endpointId, ...body })),
    );
    bindRoute(app, routes.listWebhookRecoveries, async ({ call, query: { limit, cursor, ...filter } }) =>
      toRestList(await listRecoveries(scope(call), filter, { limit, cursor }), toReply),
    );
    bindRoute(app, routes.getWebhookRecovery, async ({ call, params: { id } }) =>
      toReply(requireRecovery(await findRecovery(scope(call), id), id)),
    );
  },
});

function toReply({ _id, endpointId, since, until, status, recovered, createdAt }: Recovery) {
  const range = { since: since.toISOString(), until: until.toISOString() };
  return { _id, endpointId, ...range, status, recovered, createdAt: createdAt.toISOString() };
}
