import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { dateTime, someOf } from "../fields.js";
import { businessFields } from "../accounts/operator-records.js";
import { businessPath, ofBusiness } from "./records.js";

const { name, country, currency, timeZone, requireProposal } = businessFields;

const ownBusiness = z.strictObject({
  _id: z.string(),
  sandboxId: z.string().nullable().describe("Business id of its sandbox; null until it has a test key."),
  name,
  country,
  currency,
  timeZone,
  requireProposal,
  createdAt: dateTime,
});

export const getOwnBusiness = defineRoute({
  id: "getOwnBusiness",
  method: "GET",
  path: businessPath,
  service: "accounts",
  caller: "person",
  access: { scope: "business:read" },
  summary: "Read the business",
  params: ofBusiness,
  replies: { 200: { description: "The business", body: ownBusiness } },
});

export const updateOwnBusiness = defineRoute({
  id: "updateOwnBusiness",
  method: "PATCH",
  path: businessPath,
  service: "accounts",
  caller: "person",
  access: { scope: "business:write", needsProof: true },
  summary: "Change the business",
  description: "Absent fields stay as they are.",
  params: ofBusiness,
  body: someOf({ name, currency, timeZone, requireProposal }),
  replies: { 200: { description: "The business after the change", body: ownBusiness } },
  idempotency: "accepted",
});
