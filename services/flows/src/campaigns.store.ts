import { findPage, newestFirst, type Page, type PageRequest, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import type { CampaignStatus, CampaignSummary, DeclaredCampaign } from "./campaigns.types.js";

export const campaignIndexes = [{ key: { createdAt: -1, _id: -1 } }] as const;

export const campaignSummaryIndexes = [
  { key: { createdAt: -1, _id: -1 } },
  // For a status: campaigns that have another one because of their dates are passed over in the index, without their documents.
  { key: { isPaused: 1, createdAt: -1, _id: -1, startsAt: 1, endsAt: 1 }, name: "pausedOrNot" },
  { key: { isDated: 1, createdAt: -1, _id: -1, startsAt: 1, endsAt: 1 }, name: "dated" },
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
  const filter = status ? toStatusFilter(status, scope.now) : {};
  // A cursor is for the status and not for the filter, which contains the time.
  return findPage<CampaignSummary>(scope, "campaignSummaries", filter, page, newestFirst, { list: { status } });
}

/** The conditions under which `decideStatus` gives the status. */
function toStatusFilter(status: CampaignStatus, now: Date) {
  const hasNotEnded = { endsAt: { $not: { $lt: now } } };
  const hasStarted = { startsAt: { $not: { $gt: now } } };
  switch (status) {
    case "ended":
      return { isDated: true, endsAt: { $lt: now } };
    case "scheduled":
      return { isDated: true, ...hasNotEnded, startsAt: { $gt: now } };
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
