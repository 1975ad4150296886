import type { Scope } from "@tenant-ops/kit/data";
import type { CampaignFlows } from "./campaigns.rules.js";
import type { Flow } from "../flows/flows.rules.js";

// The flows of a campaign, as its summary needs them.

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
