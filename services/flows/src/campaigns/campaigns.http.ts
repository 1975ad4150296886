import type { Database, Quota, Scope, WriteScope } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import {
  declareCampaign as declareCampaignRoute,
  getCampaign,
  listCampaignFlows,
  listCampaigns,
  updateCampaign,
} from "@tenant-ops/rest/flows";
import type { FastifyInstance } from "fastify";
import { sumTotals } from "./campaign-totals.store.js";
import { storeDeclaration } from "./campaigns.changes.js";
import {
  type Campaign,
  type CampaignDeclaration,
  type CampaignSummary,
  computeCampaignId,
  planCampaign,
  requireCampaign,
  toCampaign,
} from "./campaigns.rules.js";
import { findDeclaredCampaign, findSummary, listSummaries } from "./campaigns.store.js";
import { noCounters } from "../visits/visits.rules.js";
import { toFlowItem } from "../flows/flows.replies.js";
import { listFlows } from "../flows/flows.store.js";

/** REST routes for campaigns: those that flows name by their UTM value, and those that the business declares. */
export function campaignHttp(app: FastifyInstance, db: Database, consoleUrl: string, quota: Quota): void {
  bindRoute(app, listCampaigns, async ({ call, query: { status, ...page } }) => {
    const scope = db.scope(call);
    const found = await listSummaries(scope, status, page);
    const ids = found.items.map(({ _id }) => _id);
    const totals = await sumTotals(scope, ids);
    return toRestList(found, (summary) => toCampaign(summary, totals.get(summary._id) ?? noCounters, scope));
  });

  bindRoute(app, getCampaign, async ({ call, params: { id } }) => {
    const scope = db.scope(call);
    return readCampaign(scope, requireCampaign(await findSummary(scope, id), id));
  });

  bindRoute(app, listCampaignFlows, async ({ call, params: { id }, query }) => {
    const scope = db.scope(call);
    const { campaign } = requireCampaign(await findSummary(scope, id), id);
    const urls = { consoleUrl, businessId: call.businessId };
    return toRestList(await listFlows(scope, { campaign }, query), (flow) => toFlowItem(flow, urls));
  });

  bindRoute(app, declareCampaignRoute, async ({ call, body, reply }) => {
    const { isNew, campaign } = await db.transaction(call, (scope) => declareCampaign(scope, body, quota));
    void reply.status(isNew ? 201 : 200);
    return campaign;
  });

  bindRoute(app, updateCampaign, ({ call, params: { id }, body }) =>
    db.transaction(call, async (scope) => {
      const { campaign: name } = requireCampaign(await findSummary(scope, id), id);
      const { campaign } = await declareCampaign(scope, { ...body, utm: { ...body.utm, campaign: name } }, quota);
      return campaign;
    }),
  );
}

async function declareCampaign(
  scope: WriteScope,
  given: CampaignDeclaration,
  quota: Quota,
): Promise<{ isNew: boolean; campaign: Campaign }> {
  const { businessId, now, call } = scope;
  const before = await findDeclaredCampaign(scope, computeCampaignId(businessId, given.utm.campaign));
  const declared = planCampaign(given, before, { businessId, timeZone: call.timeZone, now });
  if (!before) await quota.claim(scope);
  const campaign = await readCampaign(scope, await storeDeclaration(scope, declared));
  return { isNew: before === null, campaign };
}

async function readCampaign(scope: Scope, summary: CampaignSummary): Promise<Campaign> {
  const totals = await sumTotals(scope, [summary._id]);
  return toCampaign(summary, totals.get(summary._id) ?? noCounters, scope);
}
