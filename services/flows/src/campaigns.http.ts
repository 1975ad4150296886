import type { Call } from "@tenant-ops/kit/call";
import type { Database, Quota, Scope } from "@tenant-ops/kit/data";
import { notFound } from "@tenant-ops/kit/errors";
import { parseInput, requireCall, setReplayedHeader } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { listCampaignFlows } from "./campaign-flows.store.js";
import { sumTotals } from "./campaign-totals.store.js";
import { storeDeclaration } from "./campaigns.changes.js";
import { computeCampaignId, planCampaign, toCampaign, toCampaignFlow } from "./campaigns.rules.js";
import { findDeclaredCampaign, findSummary, listSummaries } from "./campaigns.store.js";
import { type CampaignDeclaration, campaignStatuses } from "./campaigns.types.js";
import type { FlowsConfig } from "./config.js";
import { buildFlowUrl } from "./console-urls.js";
import { noCounters } from "./counters.rules.js";
import { setNextPageLink } from "./link-header.js";

const path = "/v1/public/campaigns";
const utmValue = z.string().trim().max(200);
const dateOrTime = z.string().max(40).nullable().optional();

const page = {
  limit: z.coerce.number().int().min(1).max(100).default(100),
  cursor: z.string().max(1000).default(""),
};
const query = z.strictObject({ status: z.enum(campaignStatuses).optional(), ...page });
const pageQuery = z.strictObject(page);
const params = z.object({ id: z.string().min(1).max(200) });

const body = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  utm: z.strictObject({
    campaign: utmValue.min(1),
    source: utmValue.optional(),
    medium: utmValue.optional(),
    content: utmValue.optional(),
  }),
  startsAt: dateOrTime,
  endsAt: dateOrTime,
  status: z.enum(["active", "paused"]).optional(),
});

/** REST routes for campaigns: those that flows name by their UTM value, and those that the business declares. */
export function campaignHttp(app: FastifyInstance, db: Database, config: FlowsConfig, quota: Quota): void {
  const buildPublicUrls =
    ({ businessId }: Scope) =>
    (slug: string) =>
      buildFlowUrl({ consoleUrl: config.CONSOLE_URL, businessId }, slug);

  app.get(path, async (request, reply) => {
    const { status, limit, cursor } = parseInput(query, request.query);
    const scope = db.scope(requireCall(request));
    const { items, nextCursor } = await listSummaries(scope, status, { limit, cursor });
    const totals = await sumTotals(
      scope,
      items.map(({ _id }) => _id),
    );
    setNextPageLink(reply, path, { status, limit: String(limit) }, nextCursor);
    const context = { now: scope.now, buildPublicUrl: buildPublicUrls(scope) };
    return items.map((summary) => toCampaign(summary, totals.get(summary._id) ?? noCounters, context));
  });

  app.get(`${path}/:id/flows`, async (request, reply) => {
    const { id } = parseInput(params, request.params);
    const page = parseInput(pageQuery, request.query);
    const scope = db.scope(requireCall(request));
    const summary = await findSummary(scope, id);
    if (!summary) throw notFound("campaign", id, { listWith: `GET ${path}` });
    const { items, nextCursor } = await listCampaignFlows(scope, summary.campaign, page);
    setNextPageLink(reply, `${path}/${id}/flows`, { limit: String(page.limit) }, nextCursor);
    return items.map((flow) => toCampaignFlow(flow, buildPublicUrls(scope)));
  });

  app.post(path, async (request, reply) => {
    const call = requireCall(request);
    const given = parseInput(body, request.body);
    const { isNew, campaign } = await declareCampaign(call, given);
    setReplayedHeader(reply, call);
    return reply.status(isNew ? 201 : 200).send(campaign);
  });

  function declareCampaign(call: Call, given: CampaignDeclaration) {
    return db.transaction(call, async (scope) => {
      const { businessId, now } = scope;
      const before = await findDeclaredCampaign(scope, computeCampaignId(businessId, given.utm.campaign));
      const declared = planCampaign(given, before, { businessId, timeZone: call.timeZone, now });
      if (!before) await quota.claim(scope);
      const summary = await storeDeclaration(scope, declared);
      const totals = await sumTotals(scope, [summary._id]);
      const context = { now, buildPublicUrl: buildPublicUrls(scope) };
      const campaign = toCampaign(summary, totals.get(summary._id) ?? noCounters, context);
      return { isNew: before === null, campaign };
    });
  }
}
