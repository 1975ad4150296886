import type { Database, WriteScope } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { FlowsService } from "@tenant-ops/proto/flows";
import { changeFlowInCampaigns } from "./campaigns.changes.js";
import type { FlowsConfig } from "./config.js";
import { toFlowPreview } from "./flows.replies.js";
import { planFlowUpdate, requireFlow, reviewFlowUpdate } from "./flows.rules.js";
import { findFlow, updateFlowSettings } from "./flows.store.js";
import type { Flow, FlowSettings } from "./flows.types.js";
import { requireTarget, targetWarnings } from "./redirects.rules.js";
import { type LookUpTarget, lookUpTargetIfAvailable } from "./target-lookup.js";

type FlowUpdateRpcs = Pick<RpcHandlers<typeof FlowsService>, "proposeUpdateFlow" | "approveUpdateFlow">;

export function flowUpdateRpcs(db: Database, lookUpTarget: LookUpTarget, config: FlowsConfig): FlowUpdateRpcs {
  const { CONSOLE_URL: consoleUrl, FLOW_ALLOW_HTTP_LOOPBACK: allowHttpLoopback } = config;
  return {
    async proposeUpdateFlow(request, call) {
      const flow = requireFlow(await findFlow(db.scope(call), request.slug), request.slug);
      const plan = planFlowUpdate(request, flow, allowHttpLoopback);
      const { after, changed } = plan;
      // The target is only required to exist when the update sets the redirect.
      const newTarget = plan.changes.redirect && (await lookUpTarget(call, plan.changes.redirect));
      const review = reviewFlowUpdate(plan, newTarget);
      const target = newTarget ?? (await lookUpTargetIfAvailable(lookUpTarget, call, flow.redirect));
      // An update of the redirect has had its warnings above.
      if (!newTarget && changed.includes("isActive") && after.isActive) {
        review.warnings.push(...targetWarnings(flow.redirect.type, target));
      }
      const urls = { consoleUrl, businessId: call.businessId };
      return { ...review, preview: { ...toFlowPreview(flow.slug, after, target, urls), changes: changed } };
    },

    async approveUpdateFlow(request, call) {
      return db.transaction(call, async (scope) => {
        const flow = requireFlow(await findFlow(scope, request.slug), request.slug);
        const { changes, changed } = planFlowUpdate(request, flow, allowHttpLoopback);
        if (changes.redirect) requireTarget(changes.redirect, await lookUpTarget(call, changes.redirect));
        if (changed.length > 0) await updateFlow(scope, flow, changes);
        return { slug: flow.slug, updated: true };
      });
    },
  };
}

async function updateFlow(scope: WriteScope, before: Flow, changes: Partial<FlowSettings>): Promise<void> {
  const after = await updateFlowSettings(scope, before._id, changes);
  if (!after) throw new Error("a flow is gone within the transaction that changes it");
  await changeFlowInCampaigns(scope, before, after);
}
