import { findPage, newId, type Page, type PageRequest, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import type { CampaignFlow, Flow, FlowSettings, FlowTotals } from "./flows.types.js";
import { claimSlug } from "./slugs.store.js";
import type { CounterIncrements } from "./visits.types.js";

export const flowIndexes = [
  { key: { createdAt: -1, _id: -1 } },
  { key: { slug: 1 }, unique: true },
  { key: { campaign: 1 } },
] as const;

const flows = (scope: Scope) => scope.collection<Flow>("flows");

export function findFlow(scope: Scope, slug: string): Promise<Flow | null> {
  return flows(scope).findOne({ slug });
}

export function listFlows(scope: Scope, page: PageRequest): Promise<Page<Flow>> {
  return findPage<Flow>(scope, "flows", {}, page);
}

/** @throws a duplicate key error on `_id` when the slug is taken, by this business or another */
export async function insertFlow(scope: WriteScope, slug: string, settings: FlowSettings): Promise<Flow> {
  const flow: Flow = {
    _id: newId("flw"),
    slug,
    ...settings,
    country: scope.call.country,
    completedCount: 0,
    uniqueVisitCount: 0,
    totalVisitCount: 0,
    createdAt: scope.now,
    updatedAt: scope.now,
    createdBy: scope.call.keyId,
  };
  await claimSlug(scope, slug, flow._id);
  await flows(scope).append(flow);
  return flow;
}

/** Writes only the given settings, so that two concurrent updates of different settings both take effect. */
export async function updateFlowSettings(
  scope: WriteScope,
  flowId: string,
  changes: Partial<FlowSettings>,
): Promise<void> {
  await flows(scope).updateOne({ _id: flowId }, { $set: { ...changes, updatedAt: scope.now } });
}

export async function sumFlows(scope: Scope): Promise<FlowTotals> {
  const [totals] = await flows(scope).aggregate<FlowTotals>([
    {
      $group: {
        _id: null,
        totalFlows: { $sum: 1 },
        activeFlows: { $sum: { $cond: ["$isActive", 1, 0] } },
        totalCompletions: { $sum: "$completedCount" },
        totalVisits: { $sum: "$totalVisitCount" },
        uniqueVisits: { $sum: "$uniqueVisitCount" },
      },
    },
  ]);
  return totals ?? { totalFlows: 0, activeFlows: 0, totalCompletions: 0, totalVisits: 0, uniqueVisits: 0 };
}

/** Changes all counters in one update, so that no read sees more completions than visits. */
export async function incrementCounters(
  scope: WriteScope,
  flowId: string,
  { total, unique, completed }: CounterIncrements,
): Promise<void> {
  await flows(scope).updateOne(
    { _id: flowId },
    { $inc: { totalVisitCount: total, uniqueVisitCount: unique, completedCount: completed } },
  );
}

/**
 * Flows that belong to a campaign, the oldest first.
 * @param campaign absent for the flows of all campaigns
 */
export function listCampaignFlows(scope: Scope, campaign?: string): Promise<CampaignFlow[]> {
  return flows(scope).find(
    { campaign: campaign ?? { $gt: "" } },
    { sort: { createdAt: 1, _id: 1 }, projection: { registrationFields: 0, redirect: 0 } },
  );
}
