import { createQuota, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import { defineVerb } from "@tenant-ops/kit/verbs";
import type { FlowsContext } from "../context.js";
import type { Counters, Flow } from "../flows/flows.rules.js";
import { negateCounters, noCounters, readCounters } from "../visits/visits.rules.js";
import { addFlow, changesUtm, noFlows, replaceFlow, toSummary } from "./campaign-summaries.rules.js";
import {
  type Campaign,
  type CampaignDeclaration,
  type CampaignFlows,
  type CampaignSummary,
  computeCampaignId,
  type DeclaredCampaign,
  planCampaign,
  requireCampaign,
  toCampaign,
} from "./campaigns.rules.js";
import {
  addToTotals,
  deleteSummary,
  findDeclaredCampaign,
  findSummary,
  readCampaignFlows,
  sumTotals,
  upsertDeclaredCampaign,
  upsertSummary,
} from "./campaigns.store.js";

type CampaignChanges = Omit<CampaignDeclaration, "utm"> & { utm?: Partial<CampaignDeclaration["utm"]> | undefined };

/** A declaration names its campaign by the UTM value, or a campaign that is there by its id. */
type DeclarationRequest = CampaignDeclaration | (CampaignChanges & { id: string });

/** Stores what the business says about a campaign. What is not given stays as it is. */
export const declareCampaign = defineVerb(({ config: { QUOTA_CAMPAIGNS: max } }: FlowsContext) => {
  // Of declared campaigns. Derived ones are never more than the flows.
  const quota = createQuota({
    collection: "campaigns",
    records: "declared campaigns",
    max,
    setting: "QUOTA_CAMPAIGNS",
  });
  return {
    async load(scope, request: DeclarationRequest) {
      const given = "id" in request ? await nameCampaign(scope, request) : request;
      const { businessId, now } = scope;
      const before = await findDeclaredCampaign(scope, computeCampaignId(businessId, given.utm.campaign));
      return { given, before, businessId, now };
    },
    plan: (_, { given, before, businessId, now }, { timeZone }) => ({
      declared: planCampaign(given, before, { businessId, timeZone, now }),
      isNew: before === null,
    }),
    async write(scope, { declared, isNew }) {
      if (isNew) await quota.claim(scope);
      return { isNew, campaign: await readCampaign(scope, await storeDeclaration(scope, declared)) };
    },
  };
});

async function nameCampaign(
  scope: Scope,
  { id, ...given }: CampaignChanges & { id: string },
): Promise<CampaignDeclaration> {
  const { campaign } = requireCampaign(await findSummary(scope, id), id);
  return { ...given, utm: { ...given.utm, campaign } };
}

/** The campaign as callers see it, with the counters of its flows. */
export async function readCampaign(scope: Scope, summary: CampaignSummary): Promise<Campaign> {
  const totals = await sumTotals(scope, [summary._id]);
  return toCampaign(summary, totals.get(summary._id) ?? noCounters, scope);
}

/** Any slot can be used, because these changes are rare. */
const slotOfChanges = 0;

/** Adds a new flow, which has no visits yet, to its campaign. */
export async function addFlowToCampaign(scope: WriteScope, flow: Flow): Promise<void> {
  if (flow.campaign === "") return;
  const found = await findSummary(scope, computeCampaignId(scope.businessId, flow.campaign));
  await writeSummary(scope, flow.campaign, found?.declared ?? null, addFlow(found?.flows ?? noFlows, flow));
}

/** Updates the campaigns that a changed flow belongs to, or belonged to. */
export async function changeFlowInCampaigns(scope: WriteScope, before: Flow, after: Flow): Promise<void> {
  if (before.campaign !== after.campaign) await moveCounters(scope, before, after);
  const campaigns = new Set([before.campaign, after.campaign].filter((campaign) => campaign !== "").toSorted());
  for (const campaign of campaigns) {
    const found = await findSummary(scope, computeCampaignId(scope.businessId, campaign));
    if (found && !changesUtm(before, after)) {
      await writeSummary(scope, campaign, found.declared, replaceFlow(found.flows, before, after));
    } else await refreshCampaign(scope, campaign, after.updatedAt);
  }
}

/**
 * Reads again what the summary of a campaign keeps of its flows and of its declaration.
 * @param updatedAt when a flow of the campaign was last changed
 */
async function refreshCampaign(scope: WriteScope, campaign: string, updatedAt: Date): Promise<void> {
  const declared = await findDeclaredCampaign(scope, computeCampaignId(scope.businessId, campaign));
  await writeSummary(scope, campaign, declared, await readCampaignFlows(scope, campaign, updatedAt));
}

/** @returns the campaign as it is listed now */
async function storeDeclaration(scope: WriteScope, declared: DeclaredCampaign): Promise<CampaignSummary> {
  await upsertDeclaredCampaign(scope, declared);
  const found = await findSummary(scope, declared._id);
  const summary = await writeSummary(scope, declared.campaign, declared, found?.flows ?? noFlows);
  if (!summary) throw new Error("a declared campaign has no summary");
  return summary;
}

async function writeSummary(
  scope: WriteScope,
  campaign: string,
  declared: DeclaredCampaign | null,
  flows: CampaignFlows,
): Promise<CampaignSummary | null> {
  const { businessId, now } = scope;
  const summary = toSummary({ businessId, campaign, now }, declared, flows);
  if (summary) await upsertSummary(scope, summary);
  else await deleteSummary(scope, computeCampaignId(businessId, campaign));
  return summary;
}

/** Moves the counters of a flow from the totals of one campaign to those of another. */
async function moveCounters(scope: WriteScope, before: Flow, after: Flow): Promise<void> {
  const counters = readCounters(before);
  const toId = (campaign: string) => computeCampaignId(scope.businessId, campaign);
  const added = new Map<string, Counters>();
  if (before.campaign !== "") added.set(toId(before.campaign), negateCounters(counters));
  if (after.campaign !== "") added.set(toId(after.campaign), counters);
  await addToTotals(scope, slotOfChanges, added);
}
