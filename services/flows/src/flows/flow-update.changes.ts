import type { WriteScope } from "@tenant-ops/kit/data";
import { changeFlowInCampaigns } from "../campaigns/campaigns.changes.js";
import { type Flow, type FlowChanges, type FlowUpdatePlan, planFlowUpdate, requireFlow } from "./flows.rules.js";
import { findFlow, updateFlowSettings } from "./flows.store.js";
import { requireAdditionalTargets } from "../redirects/additional-redirects.rules.js";
import { type FoundTarget, requireTarget } from "../redirects/redirects.rules.js";
import { lookUpAdditional, type LookUpTarget } from "../targets/target-lookup.js";

export interface FlowUpdate {
  before: Flow;
  plan: FlowUpdatePlan;
  /** The target of the redirect that the update sets; undefined when it sets none. */
  newTarget: FoundTarget | undefined;
  /** The targets of the additional redirects that the update sets; undefined when it sets none. */
  newAdditionalTargets: FoundTarget[] | undefined;
}

/**
 * Reads the flow, plans the change, and checks the target of a new redirect.
 * @throws Refusal flow_not_found, and those of the plan and of the target
 */
export async function prepareFlowUpdate(
  scope: WriteScope,
  slug: string,
  given: FlowChanges,
  { lookUpTarget, allowHttpLoopback }: { lookUpTarget: LookUpTarget; allowHttpLoopback: boolean },
): Promise<FlowUpdate> {
  const before = requireFlow(await findFlow(scope, slug), slug);
  const plan = planFlowUpdate(given, before, allowHttpLoopback);
  const { redirect, additionalRedirects } = plan.changes;
  const newTarget = redirect && (await lookUpTarget(scope.call, redirect));
  if (redirect && newTarget) requireTarget(redirect, newTarget);
  const newAdditionalTargets =
    additionalRedirects && (await lookUpAdditional(lookUpTarget, scope.call, additionalRedirects));
  if (additionalRedirects && newAdditionalTargets) requireAdditionalTargets(additionalRedirects, newAdditionalTargets);
  return { before, plan, newTarget, newAdditionalTargets };
}

/** @returns the flow afterwards */
export async function carryOutFlowUpdate(
  scope: WriteScope,
  { before, plan: { changes, changed } }: FlowUpdate,
): Promise<Flow> {
  if (changed.length === 0) return before;
  const after = await updateFlowSettings(scope, before._id, changes);
  if (!after) throw new Error("the flow was deleted by another transaction");
  const activeFlows = Number(after.isActive) - Number(before.isActive);
  scope.count({ subject: "", at: null, counts: { activeFlows } });
  await changeFlowInCampaigns(scope, before, after);
  return after;
}
