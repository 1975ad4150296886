import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { queryFlag, someOf } from "../fields.js";
import { business, businessesPath as path, businessFields, ofBusiness } from "./operator-records.js";

const { name, country, currency, timeZone, requireProposal, rates } = businessFields;

export const listBusinesses = defineRoute({
  id: "listBusinesses",
  method: "GET",
  path,
  service: "accounts",
  caller: "operator",
  summary: "List the businesses",
  description: "In the order of their creation. A sandbox is no business of its own here.",
  query: z.strictObject({
    ...listQuery,
    active: queryFlag.optional(),
    name: z.string().max(200).optional().describe("The exact name."),
  }),
  replies: { 200: { description: "A page of businesses", body: listReply(business) } },
});

export const getBusiness = defineRoute({
  id: "getBusiness",
  method: "GET",
  path: `${path}/{businessId}`,
  service: "accounts",
  caller: "operator",
  summary: "Read one business",
  params: ofBusiness,
  replies: { 200: { description: "The business", body: business } },
  errors: ["business_not_found"],
});

export const createBusiness = defineRoute({
  id: "createBusiness",
  method: "POST",
  path,
  service: "accounts",
  caller: "operator",
  summary: "Create a business",
  description: "Currency and time zone are those of its country unless they are given. It has no key yet.",
  body: z.strictObject({
    name,
    country,
    currency: currency.optional(),
    timeZone: timeZone.optional(),
    requireProposal: requireProposal.default(false),
    rates: rates.default({}),
  }),
  replies: { 201: { description: "The new business", body: business } },
  idempotency: "accepted",
});

export const updateBusiness = defineRoute({
  id: "updateBusiness",
  method: "PATCH",
  path: `${path}/{businessId}`,
  service: "accounts",
  caller: "operator",
  summary: "Change a business",
  description:
    "Absent fields stay as they are; `rates` is replaced as a whole. With `active: false` all its keys are refused, on all replicas within a second.",
  params: ofBusiness,
  body: someOf({ name, country, currency, timeZone, requireProposal, rates, active: z.boolean() }),
  replies: { 200: { description: "The business after the change", body: business } },
  errors: ["business_not_found"],
  idempotency: "accepted",
});
