import { defineRoute } from "@tenant-ops/kit/http";
import {
  archive,
  offboarding,
  offboardingBody,
  offboardingPreview,
  offboardingTexts,
} from "../accounts/offboarding-records.js";
import { businessPath, ofBusiness } from "./records.js";

const path = `${businessPath}/offboarding` as const;
const scope = "business:close";

export const previewOwnOffboarding = defineRoute({
  id: "previewOwnOffboarding",
  method: "GET",
  path: `${path}/preview`,
  service: "accounts",
  caller: "person",
  access: { scope, whileClosed: true },
  summary: "Count what the deletion of the business would delete",
  description: offboardingTexts.preview,
  params: ofBusiness,
  replies: { 200: { description: "What is stored", body: offboardingPreview } },
});

export const createOwnOffboarding = defineRoute({
  id: "createOwnOffboarding",
  method: "POST",
  path,
  service: "accounts",
  caller: "person",
  access: { scope, needsProof: true, whileClosed: true },
  summary: "Close the business",
  description: offboardingTexts.create,
  params: ofBusiness,
  body: offboardingBody,
  replies: { 201: { description: "The request", body: offboarding } },
  errors: ["offboarding_not_confirmed"],
  idempotency: "required",
});

export const getOwnOffboarding = defineRoute({
  id: "getOwnOffboarding",
  method: "GET",
  path,
  service: "accounts",
  caller: "person",
  access: { scope, whileClosed: true },
  summary: "Read the request to delete the business",
  description: offboardingTexts.get,
  params: ofBusiness,
  replies: { 200: { description: "The request", body: offboarding } },
  errors: ["offboarding_not_found"],
});

export const cancelOwnOffboarding = defineRoute({
  id: "cancelOwnOffboarding",
  method: "POST",
  path: `${path}/cancel`,
  service: "accounts",
  caller: "person",
  access: { scope, needsProof: true, whileClosed: true },
  summary: "Cancel the deletion of the business",
  description: offboardingTexts.cancel,
  params: ofBusiness,
  replies: { 200: { description: "The request", body: offboarding } },
  errors: ["offboarding_not_found", "offboarding_begun"],
  idempotency: "accepted",
});

export const exportOwnBusiness = defineRoute({
  id: "exportOwnBusiness",
  method: "GET",
  path: `${path}/export`,
  service: "accounts",
  caller: "person",
  access: { scope, needsProof: true, whileClosed: true },
  summary: "Download everything of the business",
  description: offboardingTexts.export,
  params: ofBusiness,
  replies: { 200: archive },
  errors: ["offboarding_begun"],
});
