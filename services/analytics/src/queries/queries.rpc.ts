import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { AnalyticsService } from "@tenant-ops/proto/analytics";
import type { Queries } from "./queries.js";

/** The tools of analytics. */
export function queryRpcs(queries: Queries): RpcHandlers<typeof AnalyticsService> {
  return {
    listCollections: (request, call) => queries.list(call, request),
    query: (request, call) => queries.query(call, request),
  };
}
