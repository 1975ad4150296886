import type { Scope, WriteScope } from "@tenant-ops/kit/data";

/** What somebody declared about a campaign. What its flows say about it is read from the flows. */
export interface DeclaredCampaign {
  _id: string;
  /** The UTM value that ties flows to it. */
  campaign: string;
  name: string;
  source: string;
  medium: string;
  content: string;
  startsAt: Date | null;
  /** The last moment that belongs to it. */
  endsAt: Date | null;
  isPaused: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export const campaignIndexes = [{ key: { createdAt: -1, _id: -1 } }];

const campaigns = (scope: Scope) => scope.collection<DeclaredCampaign>("campaigns");

export function findDeclared(scope: Scope, campaignId: string): Promise<DeclaredCampaign | null> {
  return campaigns(scope).findOne({ _id: campaignId });
}

export function listDeclared(scope: Scope): Promise<DeclaredCampaign[]> {
  return campaigns(scope).find({});
}

export async function saveDeclared(scope: WriteScope, { _id, ...fields }: DeclaredCampaign): Promise<void> {
  await campaigns(scope).updateOne({ _id }, { $set: fields }, { upsert: true });
}
