import { type Database, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { WebhooksService } from "@tenant-ops/proto/webhooks";
import { findDeliveryPage, toDeliveryReply, toLogEntry } from "./deliveries.replies.js";
import { findDelivery } from "./deliveries.store.js";
import { requireDelivery } from "./deliveries.rules.js";

type DeliveryRpcs = Pick<RpcHandlers<typeof WebhooksService>, "listDeliveries" | "getDelivery">;

/** The webhook log for agents. Its replies are those of REST. */
export function deliveryRpcs(db: Database): DeliveryRpcs {
  return {
    async listDeliveries(request, call) {
      return toListReply(await findDeliveryPage(db.scope(call), request), toLogEntry);
    },

    async getDelivery({ traceId }, call) {
      return toDeliveryReply(requireDelivery(await findDelivery(db.scope(call), traceId), traceId));
    },
  };
}
