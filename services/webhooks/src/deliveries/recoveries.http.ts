import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { getWebhookRecovery, listWebhookRecoveries, recoverWebhookDeliveries } from "@tenant-ops/rest/webhooks";
import type { FastifyInstance } from "fastify";
import type { WebhooksContext } from "../dependencies.js";
import { refuseDisabled, requireEndpoint } from "../endpoints/endpoints.rules.js";
import { findEndpoint } from "../endpoints/endpoints.store.js";
import { transactWithLane } from "../lanes/transact-with-lane.js";
import { planRecovery, requireRecovery } from "./recoveries.rules.js";
import { findRecovery, insertRecovery, listRecoveries, type Recovery } from "./recoveries.store.js";

export function recoveryHttp(app: FastifyInstance, context: WebhooksContext): void {
  const { db } = context;

  bindRoute(app, recoverWebhookDeliveries, ({ call, params: { id }, body }) =>
    transactWithLane(context, call, async (scope, scheduleLane) => {
      refuseDisabled(requireEndpoint(await findEndpoint(scope, id), id));
      const range = planRecovery(body, scope.now);
      await scheduleLane(id, { recovery: true, resetRate: true });
      return toReply(await insertRecovery(scope, id, range));
    }),
  );

  bindRoute(app, listWebhookRecoveries, async ({ call, query: { limit, cursor, ...filter } }) =>
    toRestList(await listRecoveries(db.scope(call), filter, { limit, cursor }), toReply),
  );

  bindRoute(app, getWebhookRecovery, async ({ call, params: { id } }) =>
    toReply(requireRecovery(await findRecovery(db.scope(call), id), id)),
  );
}

function toReply({ _id, endpointId, since, until, status, recovered, createdAt }: Recovery) {
  return {
    _id,
    endpointId,
    since: since.toISOString(),
    until: until.toISOString(),
    status,
    recovered,
    createdAt: createdAt.toISOString(),
  };
}
