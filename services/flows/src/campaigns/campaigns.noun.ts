import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import * as routes from "@tenant-ops/rest/flows";
import { campaignAudit } from "../audits.js";
import type { FlowsReads } from "../context.js";
import { toFlowItem } from "../flows/flows.replies.js";
import { listFlows } from "../flows/flows.store.js";
import { noCounters } from "../visits/visits.rules.js";
import { untilDeleted } from "../retentions.js";
import { requireCampaign, toCampaign } from "./campaigns.rules.js";
import {
  campaignIndexes,
  campaignSummaryIndexes,
  campaignTotalsIndexes,
  findSummary,
  listSummaries,
  sumTotals,
} from "./campaigns.store.js";
import { declareCampaign, readCampaign } from "./campaigns.verbs.js";

/** Campaigns: those that flows name by their UTM value, and those that the business declares. */
export const campaigns = defineNoun({
  collections: {
    campaigns: { indexes: campaignIndexes, retention: untilDeleted, personal: "Names of the business." },
    campaignSummaries: { indexes: campaignSummaryIndexes, retention: untilDeleted, personal: "Names and counts." },
    campaignTotals: { indexes: campaignTotalsIndexes, retention: { kept: "always" }, personal: "Counts." },
  },
  audits: [campaignAudit],
  verbs: { declareCampaign },

  http(app, { declareCampaign }, { scope, config: { CONSOLE_URL: consoleUrl } }: FlowsReads) {
    bindRoute(app, routes.listCampaigns, async ({ call, query: { status, ...page } }) => {
      const reading = scope(call);
      const found = await listSummaries(reading, status, page);
      const ids = found.items.map(({ _id }) => _id);
      const totals = await sumTotals(reading, ids);
      return toRestList(found, (summary) => toCampaign(summary, totals.get(summary._id) ?? noCounters, reading));
    });
    bindRoute(app, routes.getCampaign, async ({ call, params: { id } }) => {
      const reading = scope(call);
      return readCampaign(reading, requireCampaign(await findSummary(reading, id), id));
    });
    bindRoute(app, routes.listCampaignFlows, async ({ call, params: { id }, query }) => {
      const reading = scope(call);
      const { campaign } = requireCampaign(await findSummary(reading, id), id);
      const urls = { consoleUrl, businessId: call.businessId };
      return toRestList(await listFlows(reading, { campaign }, query), (flow) => toFlowItem(flow, urls));
    });
    bindRoute(app, routes.declareCampaign, async ({ call, body, reply }) => {
      const { isNew, campaign } = await declareCampaign(call, body);
      void reply.status(isNew ? 201 : 200);
      return campaign;
    });
    bindRoute(app, routes.updateCampaign, async ({ call, params: { id }, body }) => {
      const { campaign } = await declareCampaign(call, { ...body, id });
      return campaign;
    });
  },
});
