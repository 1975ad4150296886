import { dayOrTime, defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateTime, name, someOf } from "../fields.js";
import { utm, utmInput } from "./fields.js";
import { flowSummary } from "./flow-records.js";

const path = "/v1/public/campaigns";

const status = z.enum(["scheduled", "active", "paused", "ended"]);
const count = z.int().min(0);

const campaign = z
  .strictObject({
    _id: z.string(),
    name: z.string(),
    status: status.describe(
      "The first that applies: `ended` after `endsAt`, `scheduled` before `startsAt`, `paused` by `isPaused` or when all its flows are offline, otherwise `active`.",
    ),
    isPaused: z.boolean().describe("Paused by the business."),
    startsAt: dateTime.nullable(),
    endsAt: dateTime.nullable().describe("The last moment of the campaign."),
    utm: utm.describe("Values that were not declared are those that all flows have in common."),
    flowCount: count,
    activeFlowCount: count.describe("How many of the flows are online."),
    metrics: z
      .strictObject({
        totalVisits: count,
        uniqueVisits: count,
        completions: count,
        conversionRate: z.number().min(0).max(100).describe("Completions per unique visit, in percent."),
      })
      .describe("Sums over all flows of the campaign."),
    origin: z.enum(["declared", "derived"]).describe("`derived`: only flows name it; nothing was declared about it."),
    createdAt: dateTime,
    updatedAt: dateTime.describe("When the declaration or a flow of it was last changed."),
  })
  .meta({
    id: "Campaign",
    description: "All flows with the same utm_campaign, and what the business has declared about it.",
  });

const { source, medium, content } = utmInput;
const date = dayOrTime
  .nullable()
  .describe("A day, `2026-11-21`, in the time zone of the business, or an ISO 8601 timestamp; null for none.");
const declaration = { name, startsAt: date, endsAt: date, isPaused: z.boolean() };

export const listCampaigns = defineRoute({
  id: "listCampaigns",
  method: "GET",
  path,
  service: "flows",
  caller: "tenant",
  summary: "List the campaigns",
  description: "Those that flows name by their utm_campaign and those that were declared, newest first.",
  query: z.strictObject({ status: status.optional(), ...listQuery }),
  replies: { 200: { description: "A page of campaigns", body: listReply(campaign) } },
});

export const getCampaign = defineRoute({
  id: "getCampaign",
  method: "GET",
  path: `${path}/{id}`,
  service: "flows",
  caller: "tenant",
  summary: "Read one campaign",
  params: byId,
  replies: { 200: { description: "The campaign", body: campaign } },
  errors: ["campaign_not_found"],
});

export const declareCampaign = defineRoute({
  id: "declareCampaign",
  method: "POST",
  path,
  service: "flows",
  caller: "tenant",
  summary: "Declare a campaign",
  description:
    "`utm.campaign` names it: flows with that value belong to it, those of today and later ones. If it is declared already, this changes it as `PATCH` does and answers 200.",
  body: z.strictObject({
    ...z.strictObject(declaration).partial().shape,
    utm: z.strictObject({
      campaign: utmInput.campaign.min(1),
      ...z.strictObject({ source, medium, content }).partial().shape,
    }),
  }),
  replies: {
    200: { description: "It was declared before and is changed", body: campaign },
    201: { description: "The declared campaign", body: campaign },
  },
  errors: ["quota_exceeded"],
  idempotency: "accepted",
});

export const updateCampaign = defineRoute({
  id: "updateCampaign",
  method: "PATCH",
  path: `${path}/{id}`,
  service: "flows",
  caller: "tenant",
  summary: "Change a campaign",
  description:
    "Declares a derived campaign. Its `utm.campaign` stays, because it is the name by which flows belong to it.",
  params: byId,
  body: someOf({ ...declaration, utm: z.strictObject({ source, medium, content }).partial() }),
  replies: { 200: { description: "The campaign as it is now", body: campaign } },
  errors: ["campaign_not_found", "quota_exceeded"],
  idempotency: "accepted",
});

export const listCampaignFlows = defineRoute({
  id: "listCampaignFlows",
  method: "GET",
  path: `${path}/{id}/flows`,
  service: "flows",
  caller: "tenant",
  summary: "List the flows of a campaign",
  description: "Newest first.",
  params: byId,
  query: z.strictObject(listQuery),
  replies: { 200: { description: "A page of flows", body: listReply(flowSummary) } },
  errors: ["campaign_not_found"],
});
