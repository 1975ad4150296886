import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { businessesPath, ofBusiness } from "./operator-records.js";
import { archive, offboarding, offboardingBody, offboardingPreview, offboardingTexts } from "./offboarding-records.js";

const path = `${businessesPath}/{businessId}/offboarding` as const;

export const previewOffboarding = defineRoute({
  id: "previewOffboarding",
  method: "GET",
  path: `${path}/preview`,
  service: "accounts",
  caller: "operator",
  summary: "Count what the deletion of a business would delete",
  description: offboardingTexts.preview,
  params: ofBusiness,
  replies: { 200: { description: "What is stored", body: offboardingPreview } },
  errors: ["business_not_found"],
});

export const createOffboarding = defineRoute({
  id: "createOffboarding",
  method: "POST",
  path,
  service: "accounts",
  caller: "operator",
  summary: "Close a business",
  description: offboardingTexts.create,
  params: ofBusiness,
  body: offboardingBody,
  replies: { 201: { description: "The request", body: offboarding } },
  errors: ["business_not_found", "offboarding_not_confirmed"],
  idempotency: "required",
});

export const getOffboarding = defineRoute({
  id: "getOffboarding",
  method: "GET",
  path,
  service: "accounts",
  caller: "operator",
  summary: "Read the request to delete a business",
  description: `${offboardingTexts.get} It can be read while the receipt is kept, also when the business exists no more.`,
  params: ofBusiness,
  replies: { 200: { description: "The request", body: offboarding } },
  errors: ["offboarding_not_found"],
});

export const cancelOffboarding = defineRoute({
  id: "cancelOffboarding",
  method: "POST",
  path: `${path}/cancel`,
  service: "accounts",
  caller: "operator",
  summary: "Cancel the deletion of a business",
  description: offboardingTexts.cancel,
  params: ofBusiness,
  replies: { 200: { description: "The request", body: offboarding } },
  errors: ["offboarding_not_found", "offboarding_begun"],
  idempotency: "accepted",
});

export const exportBusiness = defineRoute({
  id: "exportBusiness",
  method: "GET",
  path: `${path}/export`,
  service: "accounts",
  caller: "operator",
  summary: "Download everything of a business",
  description: offboardingTexts.export,
  params: ofBusiness,
  replies: { 200: archive },
  errors: ["business_not_found", "offboarding_begun"],
});

export const listOffboardings = defineRoute({
  id: "listOffboardings",
  method: "GET",
  path: "/v1/admin/offboardings",
  service: "accounts",
  caller: "operator",
  summary: "List closed and deleted businesses",
  description: "The newest first, with the receipts that are still kept.",
  query: z.strictObject(listQuery),
  replies: { 200: { description: "A page of requests", body: listReply(offboarding) } },
});
