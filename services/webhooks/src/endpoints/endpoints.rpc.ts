import { type Database, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { WebhooksService } from "@tenant-ops/proto/webhooks";
import { findEndpointPage } from "./endpoints.store.js";
import type { Endpoint } from "./endpoints.types.js";

type EndpointRpcs = Pick<RpcHandlers<typeof WebhooksService>, "listEndpoints">;

/** The endpoints for agents, who read them only. */
export function endpointRpcs(db: Database): EndpointRpcs {
  return {
    async listEndpoints({ limit, cursor }, call) {
      return toListReply(await findEndpointPage(db.scope(call), {}, { limit, cursor }), toItem);
    },
  };
}

function toItem({ _id: id, url, description, events, status, disabledReason, stats, createdAt }: Endpoint) {
  const { failures, lastSuccessAt, lastFailureAt } = stats;
  return {
    id,
    url,
    description,
    events,
    status,
    ...(disabledReason && { disabledReason }),
    failures,
    ...(lastSuccessAt && { lastSuccessAt: lastSuccessAt.toISOString() }),
    ...(lastFailureAt && { lastFailureAt: lastFailureAt.toISOString() }),
    createdAt: createdAt.toISOString(),
  };
}
