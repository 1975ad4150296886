import type { Database } from "@tenant-ops/kit/data";
import { type RpcHandlers, selectPresentFields } from "@tenant-ops/kit/rpc";
import { type FlowsService, UpdateFlowRequestSchema } from "@tenant-ops/proto/flows";
import type { FlowsConfig } from "../config.js";
import { carryOutFlowUpdate, prepareFlowUpdate } from "./flow-update.changes.js";
import { toFlowPreview } from "./flows.replies.js";
import { planFlowUpdate, requireFlow, reviewFlowUpdate } from "./flows.rules.js";
import { findFlow } from "./flows.store.js";
import { targetWarnings } from "../redirects/redirects.rules.js";
import { toTexts } from "../questions/sentences.rules.js";
import { getTestState, testRunWarnings } from "../test-runs/test-runs.rules.js";
import { type LookUpTarget, lookUpTargetIfAvailable } from "../targets/target-lookup.js";

type FlowUpdateRpcs = Pick<RpcHandlers<typeof FlowsService>, "proposeUpdateFlow" | "approveUpdateFlow">;

export function flowUpdateRpcs(db: Database, lookUpTarget: LookUpTarget, config: FlowsConfig): FlowUpdateRpcs {
  const { CONSOLE_URL: consoleUrl, FLOW_ALLOW_HTTP_LOOPBACK: allowHttpLoopback } = config;
  return {
    async proposeUpdateFlow(request, call) {
      const flow = requireFlow(await findFlow(db.scope(call), request.slug), request.slug);
      const plan = planFlowUpdate(selectPresentFields(UpdateFlowRequestSchema, request), flow, allowHttpLoopback);
      const { after, changed } = plan;
      // The target is only required to exist when the update sets the redirect.
      const newTarget = plan.changes.redirect && (await lookUpTarget(call, plan.changes.redirect));
      const review = reviewFlowUpdate(plan, newTarget);
      const target = newTarget ?? (await lookUpTargetIfAvailable(lookUpTarget, call, flow.redirect));
      // For an update of the redirect the warnings are already in the list.
      if (!newTarget && changed.includes("isActive") && after.isActive) {
        review.warnings.push(...toTexts(targetWarnings(flow.redirect.type, target)));
      }
      if (changed.includes("isActive") && after.isActive) {
        review.warnings.push(...toTexts(testRunWarnings(getTestState(flow.testRun, after))));
      }
      const urls = { consoleUrl, businessId: call.businessId };
      return { ...review, preview: { ...toFlowPreview(flow.slug, after, target, urls), changes: changed } };
    },

    async approveUpdateFlow(request, call) {
      const given = selectPresentFields(UpdateFlowRequestSchema, request);
      return db.transaction(call, async (scope) => {
        const update = await prepareFlowUpdate(scope, request.slug, given, { lookUpTarget, allowHttpLoopback });
        const { slug } = await carryOutFlowUpdate(scope, update);
        return { slug, updated: true };
      });
    },
  };
}
