import type { Call } from "@tenant-ops/kit/call";
import type { Database, Scope } from "@tenant-ops/kit/data";
import { requireCall, setReplayedHeader, parseInput } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { campaignIdOf, campaignPage, campaignsOf, campaignStatuses, planDeclaration } from "./campaigns.rules.js";
import { findDeclared, listDeclared, saveDeclared } from "./campaigns.store.js";
import type { FlowsConfig } from "./config.js";
import { presenterOf } from "./flows.answers.js";
import { listCampaignFlows } from "./flows.store.js";
import { linkToNext } from "./links.js";

const path = "/v1/public/campaigns";
const utmValue = z.string().trim().max(200);
const moment = z.string().max(40).nullable().optional();

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
  startsAt: moment,
  endsAt: moment,
  status: z.enum(["active", "paused"]).optional(),
});

/** Campaigns: every UTM campaign that the business's flows name, and those that it declares itself. */
export function campaignHttp(app: FastifyInstance, db: Database, config: FlowsConfig): void {
  const { publicUrl } = presenterOf(config.CONSOLE_URL);
  const contextOf = ({ businessId, now }: Scope) => ({ businessId, now, publicUrl });

  app.get(path, async (request, reply) => {
    const { status, limit, cursor } = parseInput(query, request.query);
    const scope = db.scope(requireCall(request));
    const declared = await listDeclared(scope);
    const all = campaignsOf(declared, await listCampaignFlows(scope), contextOf(scope));
    const wanted = status ? all.filter((campaign) => campaign.status === status) : all;
    const list = `${scope.businessId}|${status ?? ""}`;
    const { items, nextCursor } = campaignPage(wanted, { limit, cursor, list });
    linkToNext(reply, path, { status, limit: String(limit) }, nextCursor);
    return items;
  });

  app.post(path, async (request, reply) => {
    const call = requireCall(request);
    const given = parseInput(body, request.body);
    const { isNew, campaign } = await declare(call, given);
    setReplayedHeader(reply, call);
    return reply.status(isNew ? 201 : 200).send(campaign);
  });

  function declare(call: Call, given: z.infer<typeof body>) {
    return db.transaction(call, async (scope) => {
      const { businessId, now } = scope;
      const before = await findDeclared(scope, campaignIdOf(businessId, given.utm.campaign));
      const declared = planDeclaration(given, before, { businessId, timeZone: call.timeZone, now });
      await saveDeclared(scope, declared);
      const flows = await listCampaignFlows(scope, declared.campaign);
      const [campaign] = campaignsOf([declared], flows, contextOf(scope));
      return { isNew: before === null, campaign };
    });
  }
}
