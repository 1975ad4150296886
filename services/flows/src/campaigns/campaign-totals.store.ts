import type { Scope, WriteScope } from "@tenant-ops/kit/data";
import type { CampaignTotals } from "./campaigns.rules.js";
import type { Counters } from "../flows/flows.rules.js";

/**
 * The totals of a campaign are kept in several records, its slots. A process adds to one slot of every campaign, so two
 * processes that count visits of different flows of a campaign do not conflict.
 */
const slots = 16;

export const campaignTotalsIndexes = [{ key: { campaignId: 1 } }] as const;

const totals = (scope: Scope) => scope.collection<CampaignTotals>("campaignTotals");

/** The slot of this process. Two processes with the same slot get write conflicts as with one record; nothing is lost. */
export const chooseSlot = (): number => Math.floor(Math.random() * slots);

const toTotalsId = (campaignId: string, slot: number): string => `${campaignId}|${slot}`;

/** Adds to the totals of several campaigns. Values may be negative, when a flow leaves a campaign. */
export async function addToTotals(
  scope: WriteScope,
  slot: number,
  added: ReadonlyMap<string, Counters>,
): Promise<void> {
  // In a fixed order, so that two transactions conflict at their first common record.
  const sorted = [...added].toSorted(([one], [other]) => (one < other ? -1 : 1));
  await totals(scope).updateEach(
    sorted.map(([campaignId, { total, unique, completed }]) => ({
      filter: { _id: toTotalsId(campaignId, slot) },
      update: { $inc: { total, unique, completed }, $setOnInsert: { campaignId } },
      upsert: true,
    })),
  );
}

/** The totals of campaigns, by id: at most `slots` records are read for each, however many flows it has. */
export async function sumTotals(scope: Scope, campaignIds: readonly string[]): Promise<Map<string, Counters>> {
  if (campaignIds.length === 0) return new Map();
  const sum = (name: string) => ({ $sum: `$${name}` });
  const rows = await totals(scope).aggregate<Counters & { _id: string }>([
    { $match: { campaignId: { $in: [...campaignIds] } } },
    { $group: { _id: "$campaignId", total: sum("total"), unique: sum("unique"), completed: sum("completed") } },
  ]);
  return new Map(rows.map(({ _id, ...counters }) => [_id, counters]));
}
