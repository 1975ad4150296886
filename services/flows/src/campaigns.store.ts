import type { Scope, WriteScope } from "@tenant-ops/kit/data";
import type { DeclaredCampaign } from "./campaigns.types.js";

export const campaignIndexes = [{ key: { createdAt: -1, _id: -1 } }];

const campaigns = (scope: Scope) => scope.collection<DeclaredCampaign>("campaigns");

export function findDeclaredCampaign(scope: Scope, campaignId: string): Promise<DeclaredCampaign | null> {
  return campaigns(scope).findById(campaignId);
}

export function listDeclaredCampaigns(scope: Scope): Promise<DeclaredCampaign[]> {
  return campaigns(scope).find({});
}

export async function upsertDeclaredCampaign(scope: WriteScope, { _id, ...fields }: DeclaredCampaign): Promise<void> {
  await campaigns(scope).updateOne({ _id }, { $set: fields }, { upsert: true });
}
