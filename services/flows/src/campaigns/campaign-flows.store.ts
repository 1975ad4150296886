import type { Scope, WriteScope } from "@tenant-ops/kit/data";
import type { CampaignFlows } from "./campaigns.types.js";
import type { CountedFlow, Counters, Flow } from "../flows/flows.types.js";

// The flows of a campaign, as its summary and its totals need them. All reads use the index "flowsOfCampaign".

const flows = (scope: Scope) => scope.collection<Flow>("flows");

/**
 * The part of a summary that comes from the flows of the campaign, computed in the database from the index.
 * @param updatedAt when a flow of the campaign was last changed
 */
export async function readCampaignFlows(scope: Scope, campaign: string, updatedAt: Date): Promise<CampaignFlows> {
  const [row] = await flows(scope).aggregate<FlowsRow>([
    { $match: { campaign: { $eq: campaign } } },
    {
      $group: {
        _id: null,
        count: { $sum: 1 },
        activeCount: { $sum: { $cond: ["$isActive", 1, 0] } },
        createdAt: { $min: "$createdAt" },
        ...Object.fromEntries(utmNames.flatMap((name) => [least(name), greatest(name)])),
      },
    },
  ]);
  const toCommon = (name: (typeof utmNames)[number]) =>
    row && row[`${name}Min`] === row[`${name}Max`] ? row[`${name}Min`] : "";
  return {
    count: row?.count ?? 0,
    activeCount: row?.activeCount ?? 0,
    createdAt: row?.createdAt ?? null,
    updatedAt: row ? updatedAt : null,
    common: { source: toCommon("source"), medium: toCommon("medium"), content: toCommon("content") },
  };
}

const utmNames = ["source", "medium", "content"] as const;
type Limit = `${(typeof utmNames)[number]}${"Min" | "Max"}`;
type FlowsRow = { count: number; activeCount: number; createdAt: Date } & Record<Limit, string>;

const least = (name: string) => [`${name}Min`, { $min: `$${name}` }] as const;
const greatest = (name: string) => [`${name}Max`, { $max: `$${name}` }] as const;

/** The counters of a flow as expressions, in the form of `inCampaign`. */
export const allCounters = { total: "$totalVisitCount", unique: "$uniqueVisitCount", completed: "$completedCount" };

/** Notes what the totals of its campaign contain of a flow; null for a flow that has no campaign any more. */
export async function setInCampaign(scope: WriteScope, flowId: string, counters: Counters | null): Promise<void> {
  const update = counters ? { $set: { inCampaign: counters } } : { $unset: { inCampaign: "" as const } };
  await flows(scope).updateOne({ _id: flowId }, update);
}

/** Flows of a campaign whose counters are not in its totals, or not all of them. */
export function listMissingInTotals(scope: Scope, campaign: string, limit: number): Promise<CountedFlow[]> {
  const isCounted = { $eq: ["$inCampaign", allCounters] };
  const filter = { campaign, $expr: { $not: [isCounted] } };
  const projection = { campaign: 1, totalVisitCount: 1, uniqueVisitCount: 1, completedCount: 1, inCampaign: 1 };
  return flows(scope).find(filter, { projection, limit });
}

/** Notes that the totals of their campaign contain all counters of these flows. */
export async function markInTotals(scope: WriteScope, flowIds: readonly string[]): Promise<void> {
  await flows(scope).updateMany({ _id: { $in: [...flowIds] } }, [{ $set: { inCampaign: allCounters } }]);
}
