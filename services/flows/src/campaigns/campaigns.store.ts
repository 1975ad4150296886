import {
  findPage,
  findPageOfAny,
  newestFirst,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { Counters, Flow } from "../flows/flows.rules.js";
import type {
  CampaignFlows,
  CampaignStatus,
  CampaignSummary,
  CampaignTotals,
  DeclaredCampaign,
} from "./campaigns.rules.js";

export const campaignIndexes = [{ key: { createdAt: -1, _id: -1 } }] as const;

const byStatus = { status: 1, createdAt: -1, _id: -1, startsAt: 1, endsAt: 1, isPaused: 1 } as const;
const byStatusUntil = { statusUntil: 1 } as const;

export const campaignSummaryIndexes = [
  { key: { createdAt: -1, _id: -1 } },
  // With it, campaigns whose status has changed with time are skipped in the index, without reading their documents.
  { key: byStatus },
  { key: byStatusUntil },
  { key: { campaign: 1 }, unique: true },
] as const;

const campaigns = (scope: Scope) => scope.collection<DeclaredCampaign>("campaigns");
const summaries = (scope: Scope) => scope.collection<CampaignSummary>("campaignSummaries");

export function findDeclaredCampaign(scope: Scope, campaignId: string): Promise<DeclaredCampaign | null> {
  return campaigns(scope).findById(campaignId);
}

export async function upsertDeclaredCampaign(scope: WriteScope, { _id, ...fields }: DeclaredCampaign): Promise<void> {
  await campaigns(scope).updateOne({ _id }, { $set: fields }, { upsert: true });
}

export function findSummary(scope: Scope, campaignId: string): Promise<CampaignSummary | null> {
  return summaries(scope).findById(campaignId);
}

/** @param status absent for campaigns of every status */
export function listSummaries(
  scope: Scope,
  status: CampaignStatus | undefined,
  page: PageRequest,
): Promise<Page<CampaignSummary>> {
  if (!status) return findPage<CampaignSummary>(scope, "campaignSummaries", {}, page);
  const current = toStatusFilter(status, scope.now);
  const stored = { ...current, status };
  const overdue = { ...current, statusUntil: { $lte: scope.now } };
  const alternatives = [
    { filter: stored, hint: { businessId: 1, ...byStatus } },
    { filter: overdue, hint: { businessId: 1, ...byStatusUntil } },
  ];
  // The cursor belongs to the status and not to the filter, which contains the time.
  const options = { list: { status } };
  return findPageOfAny<CampaignSummary>(scope, "campaignSummaries", alternatives, page, newestFirst, options);
}

/** Those of these campaigns whose stored status is not correct any more. */
export function listOverdueSummaries(scope: Scope, campaignIds: readonly string[]): Promise<CampaignSummary[]> {
  const filter = { _id: { $in: [...campaignIds] }, statusUntil: { $lte: scope.now } };
  return summaries(scope).find(filter, { limit: campaignIds.length });
}

export async function updateStatuses(
  scope: WriteScope,
  changed: readonly Pick<CampaignSummary, "_id" | "status" | "statusUntil">[],
): Promise<void> {
  await summaries(scope).updateEach(
    changed.map(({ _id, ...fields }) => ({ filter: { _id }, update: { $set: fields } })),
  );
}

/** The conditions under which `decideStatus` gives the status. */
function toStatusFilter(status: CampaignStatus, now: Date) {
  const hasNotEnded = { endsAt: { $not: { $lt: now } } };
  const hasStarted = { startsAt: { $not: { $gt: now } } };
  switch (status) {
    case "ended":
      return { endsAt: { $lt: now } };
    case "scheduled":
      return { ...hasNotEnded, startsAt: { $gt: now } };
    case "paused":
      return { ...hasNotEnded, ...hasStarted, isPaused: true };
    case "active":
      return { ...hasNotEnded, ...hasStarted, isPaused: false };
  }
}

export async function upsertSummary(scope: WriteScope, { _id, ...fields }: CampaignSummary): Promise<void> {
  await summaries(scope).updateOne({ _id }, { $set: fields }, { upsert: true });
}

export async function deleteSummary(scope: WriteScope, campaignId: string): Promise<void> {
  await summaries(scope).deleteOne({ _id: campaignId });
}

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
