import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { line, name, nameQuery, queryFlag, someOf, value } from "../fields.js";
import { bySlug, redirectInput, slugText, utmInput } from "./fields.js";
import { additionalRedirectsInput, flow, flowStatistics, flowSummary } from "./flow-records.js";

const path = "/v1/public/flows";

const registrationFields = z
  .array(
    z.strictObject({
      text: line(200).min(1),
      value: value(64).default("").describe("Empty: made from `text`."),
      type: value(30).default("text"),
      placeholder: line(2000).default(""),
      isRequired: z.boolean().default(false),
    }),
  )
  .max(30)
  .describe("All questions, in their order. An empty list asks First Name, Last Name and Country.");

const authType = z
  .enum(["whatsapp", "identity_provider", "both"])
  .describe(
    "How visitors prove who they are before the form, where it is set up (`GET /v1/public/flows/visitor-sign-in`). To change it, a key also needs the scope `settings:write`.",
  );

/** The names of the parts of `redirect` in the rules. */
const names = {
  redirect_type: "redirect.type",
  redirect_target_id: "redirect.targetId",
  redirect_url: "redirect.url",
};

const redirectErrors = ["target_not_found", "target_wrong_kind", "redirect_mismatch", "redirect_url_refused"] as const;

export const listFlows = defineRoute({
  id: "listFlows",
  method: "GET",
  path,
  service: "flows",
  caller: "tenant",
  summary: "List the flows",
  description: "Registration landing pages with their visits and conversion, newest first.",
  query: z.strictObject({
    isActive: queryFlag.optional().describe("Only those whose page is online, or offline."),
    campaign: line(200).min(1).optional().describe("Only those with this utm_campaign."),
    ...nameQuery,
    ...listQuery,
  }),
  replies: { 200: { description: "A page of flows", body: listReply(flowSummary) } },
  tools: ["flows_list_flows"],
});

export const getFlow = defineRoute({
  id: "getFlow",
  method: "GET",
  path: `${path}/{slug}`,
  service: "flows",
  caller: "tenant",
  summary: "Read one flow",
  params: bySlug,
  replies: { 200: { description: "The flow", body: flow } },
  errors: ["flow_not_found"],
  tools: ["flows_get_flow_by_slug"],
});

export const createFlow = defineRoute({
  id: "createFlow",
  method: "POST",
  path,
  service: "flows",
  caller: "tenant",
  summary: "Create a flow",
  description:
    "Its page is offline until `isActive` is set with `PATCH`. The slug is taken from then on, among all businesses, and cannot be changed.",
  body: z.strictObject({
    name,
    slug: slugText,
    redirect: redirectInput,
    registrationFields: registrationFields.optional(),
    additionalRedirects: additionalRedirectsInput.optional(),
    source: utmInput.source.default(""),
    medium: utmInput.medium.default(""),
    campaign: utmInput.campaign.default(""),
    content: utmInput.content.default(""),
    isBankProviderRequired: z.boolean().default(false),
  }),
  replies: { 201: { description: "The new flow", body: flow } },
  errors: [...redirectErrors, "slug_taken", "slug_reserved", "quota_exceeded"],
  idempotency: "accepted",
  tools: ["flows_approve_create_flow", "flows_propose_create_flow"],
  names,
});

export const updateFlow = defineRoute({
  id: "updateFlow",
  method: "PATCH",
  path: `${path}/{slug}`,
  service: "flows",
  caller: "tenant",
  summary: "Change a flow",
  description:
    "Takes effect at once. `isActive` puts its page online or offline; `redirect`, `registrationFields` and `additionalRedirects` are replaced as a whole; an empty UTM value removes it.",
  params: bySlug,
  body: someOf({
    name,
    isActive: z.boolean(),
    redirect: redirectInput,
    registrationFields,
    additionalRedirects: additionalRedirectsInput,
    ...utmInput,
    isBankProviderRequired: z.boolean(),
    authType,
  }),
  replies: { 200: { description: "The flow as it is now", body: flow } },
  errors: ["flow_not_found", ...redirectErrors],
  idempotency: "accepted",
  tools: ["flows_approve_update_flow", "flows_propose_update_flow"],
  names,
});

export const getFlowStatistics = defineRoute({
  id: "getFlowStatistics",
  method: "GET",
  path: `${path}/statistics`,
  service: "flows",
  caller: "tenant",
  summary: "Read the totals of all flows",
  replies: { 200: { description: "Flows, visits and registrations of the business", body: flowStatistics } },
  tools: ["flows_get_flow_stats"],
});
