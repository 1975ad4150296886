import { type Database, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { FlowsService } from "@tenant-ops/proto/flows";
import type { FlowsConfig } from "../config.js";
import { toFlowReply, toFlowSummary, toFlowTotals } from "./flows.replies.js";
import { requireFlow } from "./flows.rules.js";
import { findFlow, listFlows, readFlowTotals } from "./flows.store.js";
import { type LookUpTarget, lookUpTargetIfAvailable } from "../targets/target-lookup.js";

type FlowRpcs = Pick<RpcHandlers<typeof FlowsService>, "listFlows" | "getFlowStats" | "getFlowBySlug">;

/** Reads of the registration pages of a business. */
export function flowRpcs(db: Database, lookUpTarget: LookUpTarget, config: FlowsConfig): FlowRpcs {
  const { CONSOLE_URL: consoleUrl } = config;
  return {
    async listFlows({ limit, cursor }, call) {
      const page = await listFlows(db.scope(call), {}, { limit, cursor });
      return toListReply(page, (flow) => toFlowSummary(flow, { consoleUrl, businessId: call.businessId }));
    },

    getFlowStats: async (_request, call) => toFlowTotals(await readFlowTotals(db.scope(call))),

    async getFlowBySlug({ slug }, call) {
      const flow = requireFlow(await findFlow(db.scope(call), slug), slug);
      const target = await lookUpTargetIfAvailable(lookUpTarget, call, flow.redirect);
      return toFlowReply(flow, target, { consoleUrl, businessId: call.businessId });
    },
  };
}
