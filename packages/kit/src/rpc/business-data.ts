import type { BusinessDataService } from "@tenant-ops/proto/common";
import type { BusinessState } from "../data/infrastructure.js";
import type { BusinessData } from "../offboarding/index.js";
import type { RpcHandlers } from "./definition.js";

/** The handlers of every service for the offboarding of a business. */
export function createBusinessDataHandlers(data: BusinessData): RpcHandlers<typeof BusinessDataService> {
  return {
    setBusinessState: async ({ state, version }, call) => {
      // The contract allows these states only.
      await data.setState(call, { state: state as BusinessState, version });
      return {};
    },
    countBusiness: ({ position }, call) => data.count(call, position),
    exportBusiness: ({ position }, call) => data.export(call, position),
    deleteBusiness: ({ requestId, pass }, call) => data.delete(call, { requestId, pass }),
    endDeletion: async ({ requestId, version }, call) => {
      await data.end(call, { requestId, version });
      return {};
    },
  };
}
