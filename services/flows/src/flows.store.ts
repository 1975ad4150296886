import { findPage, newId, type Page, type PageRequest, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import type { FlowSettings } from "./flows.rules.js";
import { claimSlug } from "./slugs.store.js";

/** A registration landing page with its counters. */
export interface Flow extends FlowSettings {
  _id: string;
  slug: string;
  /** The business's country when the flow was made; the page speaks its language. */
  country: string;
  completedCount: number;
  uniqueVisitCount: number;
  totalVisitCount: number;
  createdAt: Date;
  updatedAt: Date;
  /** Id of the API key that made it. */
  createdBy: string;
}

export const flowIndexes = [
  { key: { createdAt: -1, _id: -1 } },
  { key: { slug: 1 }, unique: true },
  { key: { campaign: 1 } },
] as const;

const flows = (scope: Scope) => scope.collection<Flow>("flows");

export function findFlow(scope: Scope, slug: string): Promise<Flow | null> {
  return flows(scope).findOne({ slug: { $eq: slug } });
}

export function listFlows(scope: Scope, page: PageRequest): Promise<Page<Flow>> {
  return findPage<Flow>(scope, "flows", {}, page);
}

/** @throws a duplicate of `_id` when the slug is taken, by whomever */
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

/** Touches only what changes: two updates of different settings at once both hold. */
export async function changeFlow(scope: WriteScope, flowId: string, changes: Partial<FlowSettings>): Promise<void> {
  await flows(scope).updateOne({ _id: flowId }, { $set: { ...changes, updatedAt: scope.now } });
}

export interface FlowTotals {
  totalFlows: number;
  activeFlows: number;
  totalCompletions: number;
  totalVisits: number;
  uniqueVisits: number;
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

/** Counts what visitors did, all of it in one step: nobody ever sees more completions than visits. */
export async function countVisitors(
  scope: WriteScope,
  flowId: string,
  { total, unique, completed }: { total: number; unique: number; completed: number },
): Promise<void> {
  await flows(scope).updateOne(
    { _id: flowId },
    { $inc: { totalVisitCount: total, uniqueVisitCount: unique, completedCount: completed } },
  );
}

export type CampaignFlow = Pick<
  Flow,
  | "_id"
  | "slug"
  | "name"
  | "isActive"
  | "source"
  | "medium"
  | "campaign"
  | "content"
  | "completedCount"
  | "uniqueVisitCount"
  | "totalVisitCount"
  | "createdAt"
  | "updatedAt"
>;

/** The flows that belong to some campaign, with what a campaign shows of them; the oldest first. */
export function listCampaignFlows(scope: Scope, campaign?: string): Promise<CampaignFlow[]> {
  const filter = { campaign: campaign === undefined ? { $gt: "" } : { $eq: campaign } };
  return flows(scope).find(filter, {
    sort: { createdAt: 1, _id: 1 },
    projection: { registrationFields: 0, redirect: 0 },
  });
}
