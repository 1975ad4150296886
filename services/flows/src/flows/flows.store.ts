import {
  findPageByWords,
  type IndexDescription,
  newId,
  type Page,
  type PageRequest,
  planWordSearch,
  readTotals,
  type Scope,
  toChangedWords,
  toSearchWords,
  wordIndex,
  type WriteScope,
} from "@tenant-ops/kit/data";
import { totalNames } from "../daily-counts.js";
import type { Counters, Flow, FlowSettings } from "./flows.rules.js";
import { toPageSlug } from "../page/page-slugs.js";
import { claimSlug } from "./slugs.store.js";

export const flowIndexes: IndexDescription[] = [
  { key: { createdAt: -1, _id: -1 } },
  { key: { slug: 1 }, unique: true },
  { key: { isActive: 1, createdAt: -1, _id: -1 } },
  { key: { campaign: 1, isActive: 1, createdAt: -1, _id: -1 } },
  // The flows of a campaign. With the other fields its summary can be computed from the index alone.
  {
    key: { campaign: 1, createdAt: 1, _id: 1, isActive: 1, source: 1, medium: 1, content: 1 },
    name: "flowsOfCampaign",
  },
  wordIndex(),
  wordIndex(["isActive"]),
];

const flows = (scope: Scope) => scope.collection<Flow>("flows");

export function findFlowById(scope: Scope, flowId: string): Promise<Flow | null> {
  return flows(scope).findById(flowId);
}

export async function hasFlows(scope: Scope): Promise<boolean> {
  return (await flows(scope).count({}, 1)) > 0;
}

export function findFlow(scope: Scope, slug: string): Promise<Flow | null> {
  return flows(scope).findOne({ slug });
}

/** The newest first. */
export function listFlows(
  scope: Scope,
  {
    isActive,
    campaign,
    search = "",
  }: { isActive?: boolean | undefined; campaign?: string | undefined; search?: string },
  page: PageRequest,
): Promise<Page<ListedFlow>> {
  const list = { search: planWordSearch(search), equal: { isActive }, narrow: { campaign }, projection: listedFields };
  return findPageByWords<Flow>(scope, "flows", list, page);
}

/** A flow as lists show it, without its questions and its redirect. */
export type ListedFlow = Pick<Flow, "_id" | keyof typeof listedFields>;

const listedFields = {
  slug: 1,
  name: 1,
  isActive: 1,
  source: 1,
  medium: 1,
  campaign: 1,
  content: 1,
  completedCount: 1,
  uniqueVisitCount: 1,
  totalVisitCount: 1,
  createdAt: 1,
  updatedAt: 1,
};

/** @throws a duplicate key error on `_id` when the slug is taken, by this business or another */
export async function insertFlow(scope: WriteScope, slug: string, settings: FlowSettings): Promise<Flow> {
  const flow: Flow = {
    _id: newId("flw"),
    slug,
    ...settings,
    words: toSearchWords(settings.name),
    country: scope.call.country,
    completedCount: 0,
    uniqueVisitCount: 0,
    totalVisitCount: 0,
    createdAt: scope.now,
    updatedAt: scope.now,
    createdBy: scope.call.keyId,
  };
  await claimSlug(scope, toPageSlug(scope.businessId, slug), flow._id);
  await flows(scope).append(flow);
  scope.count({ subject: "", at: null, counts: { flows: 1, activeFlows: flow.isActive ? 1 : 0 } });
  return flow;
}

/**
 * Writes only the given settings, so that two concurrent updates of different settings both take effect.
 * @returns the flow afterwards
 */
export function updateFlowSettings(
  scope: WriteScope,
  flowId: string,
  changes: Partial<FlowSettings>,
): Promise<Flow | null> {
  return flows(scope).findOneAndUpdate(
    { _id: flowId },
    {
      $set: { ...changes, ...toChangedWords(changes.name), updatedAt: scope.now },
    },
  );
}

/** Sums over all flows of the business. */
export async function readFlowTotals(scope: Scope) {
  const totals = await readTotals(scope, "", totalNames);
  const { flows: totalFlows, activeFlows, uniqueVisits, visits: totalVisits, registrations } = totals;
  return { totalFlows, activeFlows, totalCompletions: registrations, totalVisits, uniqueVisits };
}

/**
 * Changes all counters in one update, so that no read sees more completions than visits.
 * @returns the campaign to whose totals the caller adds them; null when there is no such flow
 */
export function incrementCounters(
  scope: WriteScope,
  flowId: string,
  { total, unique, completed }: Counters,
): Promise<Pick<Flow, "campaign"> | null> {
  const counters = { totalVisitCount: total, uniqueVisitCount: unique, completedCount: completed };
  return flows(scope).findOneAndUpdate({ _id: flowId }, { $inc: counters }, { projection: { campaign: 1 } });
}
