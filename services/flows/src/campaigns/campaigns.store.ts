import {
  findPage,
  findPageOfAny,
  newestFirst,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { CampaignStatus, CampaignSummary, DeclaredCampaign } from "./campaigns.rules.js";

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
