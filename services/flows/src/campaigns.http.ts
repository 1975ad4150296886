import type { Call } from "@tenant-ops/kit/call";
import type { Database, Scope } from "@tenant-ops/kit/data";
import { parseInput, requireCall, setReplayedHeader } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { computeCampaignId, mergeCampaigns, planCampaign, selectCampaignPage } from "./campaigns.rules.js";
import { findDeclaredCampaign, listDeclaredCampaigns, upsertDeclaredCampaign } from "./campaigns.store.js";
import { type CampaignDeclaration, campaignStatuses } from "./campaigns.types.js";
import type { FlowsConfig } from "./config.js";
import { buildFlowUrl } from "./console-urls.js";
import { listCampaignFlows } from "./flows.store.js";
import { setNextPageLink } from "./link-header.js";

const path = "/v1/public/campaigns";
const utmValue = z.string().trim().max(200);
const dateOrTime = z.string().max(40).nullable().optional();

const query = z.strictObject({
  status: z.enum(campaignStatuses).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(100),
  cursor: z.string().max(1000).default(""),
});

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
export function campaignHttp(app: FastifyInstance, db: Database, config: FlowsConfig): void {
  const buildPublicUrl = (slug: string) => buildFlowUrl(config.CONSOLE_URL, slug);
  const toContext = ({ businessId, now }: Scope) => ({ businessId, now, buildPublicUrl });

  app.get(path, async (request, reply) => {
    const { status, limit, cursor } = parseInput(query, request.query);
    const scope = db.scope(requireCall(request));
    const declared = await listDeclaredCampaigns(scope);
    const all = mergeCampaigns(declared, await listCampaignFlows(scope), toContext(scope));
    const filtered = status ? all.filter((campaign) => campaign.status === status) : all;
    const list = `${scope.businessId}|${status ?? ""}`;
    const { items, nextCursor } = selectCampaignPage(filtered, { limit, cursor, list });
    setNextPageLink(reply, path, { status, limit: String(limit) }, nextCursor);
    return items;
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
      await upsertDeclaredCampaign(scope, declared);
      const flows = await listCampaignFlows(scope, declared.campaign);
      const [campaign] = mergeCampaigns([declared], flows, toContext(scope));
      return { isNew: before === null, campaign };
    });
  }
}
