import { Refusal } from "@tenant-ops/kit/errors";
import type { RpcClients, RpcHandlers } from "@tenant-ops/kit/rpc";
import type { AnalyticsService } from "@tenant-ops/proto/analytics";

/** The tools of analytics. */
export function queryRpcs(_clients: RpcClients): RpcHandlers<typeof AnalyticsService> {
  return {
    listCollections: () => Promise.reject(new Refusal("service_unavailable", "")),
    query: () => Promise.reject(new Refusal("service_unavailable", "")),
  };
}
