import { fixedLimits } from "../budgets/fixed-limits.js";
import { defineRoute } from "@tenant-ops/kit/http";
import * as z from "zod";
import { bySlug } from "./fields.js";

// The public pages of flows. They answer with HTML, also when they refuse.

const path = "/flow/{slug}";
const htmlType = "text/html";

const page = (description: string) => ({ description, body: z.string(), contentType: htmlType });

const missing = page("No flow has this slug, or its page is offline");

export const showFlowPage = defineRoute({
  id: "showFlowPage",
  method: "GET",
  path,
  service: "flows",
  caller: "visitor",
  summary: "Show the page of a flow",
  description: "For browsers, without a credential. A visit by a person is counted.",
  params: bySlug,
  replies: { 200: page("The form, or before it the page on which the visitor proves who they are"), 404: missing },
});

export const submitFlowPage = defineRoute({
  id: "submitFlowPage",
  method: "POST",
  path,
  service: "flows",
  caller: "visitor",
  summary: "Send the form of a flow",
  description:
    "The fields are the `value`s of the questions; others are ignored. The page adds a hidden field, so that a form that is sent twice is one registration.",
  params: bySlug,
  body: z.record(z.string(), z.string()),
  bodyContentType: "application/x-www-form-urlencoded",
  replies: {
    200: page("Registered; the target is not available, so a thank-you page is shown"),
    303: {
      description: "Registered, or stored until its documents or its bank validation are there",
      headers: { Location: "The target of the flow, with its UTM values, or the page of what follows the form." },
    },
    403: page("The flow asks for a proof of the visitor, which is missing, used or has expired"),
    404: missing,
    422: page("The form again, with what is wrong"),
  },
});

const stepPath = `${path}/registration/{id}`;
const byRegistration = bySlug.extend({ id: z.string().min(1).max(200).describe("The registration.") });
const missingStep = page("No registration of this flow, or not in the browser that sent its form, or not in time");
const toStepPage = {
  description: "Taken",
  headers: { Location: "The page of what follows the form." },
};

export const showRegistrationPage = defineRoute({
  id: "showRegistrationPage",
  method: "GET",
  path: stepPath,
  service: "flows",
  caller: "visitor",
  summary: "Show what follows the form of a flow",
  description:
    "For the browser that sent the form; its cookie is the proof. Asks for the documents, or waits for the bank, and then goes on to the target of the flow.",
  params: byRegistration,
  replies: {
    200: page("Where the registration stands"),
    303: { description: "It is complete", headers: { Location: "The target of the flow, with its UTM values." } },
    404: missingStep,
  },
});

export const finishRegistrationDocuments = defineRoute({
  id: "finishRegistrationDocuments",
  method: "POST",
  path: stepPath,
  service: "flows",
  caller: "visitor",
  summary: "Go on after the documents of a registration",
  description: "The files cannot be replaced any more.",
  params: byRegistration,
  body: z.record(z.string(), z.string()),
  bodyContentType: "application/x-www-form-urlencoded",
  replies: { 303: toStepPage, 404: missingStep, 422: page("The page again: a required document is missing") },
});

export const uploadRegistrationFile = defineRoute({
  id: "uploadRegistrationFile",
  method: "POST",
  path: `${stepPath}/files/{field}`,
  service: "flows",
  caller: "visitor",
  summary: "Send a document of a registration",
  description:
    "One file per request, at most 10 MiB, with `Content-Length`: PDF, PNG, JPEG or text; its bytes decide. It replaces an earlier one.",
  params: byRegistration.extend({ field: z.string().min(1).max(64).describe("The `value` of the question.") }),
  body: z.strictObject({ file: z.string().meta({ format: "binary" }) }),
  bodyContentType: "multipart/form-data",
  // The file, and the overhead of a form.
  upload: { bytesMax: fixedLimits.fileBytes + 64 * 1024 },
  replies: { 303: toStepPage, 404: missingStep, 422: page("The page again, with what is wrong with the file") },
});

const testPath = "/flow/{slug}/test-runs/{token}";
const byToken = bySlug.extend({ token: z.string().min(1).max(200).describe("The end of the link of a test run.") });
const missingTest = page("No flow has this slug, or the link is not valid or has expired");

export const showTestRunPage = defineRoute({
  id: "showTestRunPage",
  method: "GET",
  path: testPath,
  service: "flows",
  caller: "visitor",
  summary: "Show the page of a flow for a test run",
  description: "For the browser of the business. The flow may be inactive, and the visit is not counted.",
  params: byToken,
  replies: { 200: page("The form, marked as a test"), 404: missingTest },
});

export const submitTestRunPage = defineRoute({
  id: "submitTestRunPage",
  method: "POST",
  path: testPath,
  service: "flows",
  caller: "visitor",
  summary: "Send the form of a test run",
  description: "Completes the test run. Nothing is counted, and no visitor is redirected.",
  params: byToken,
  body: z.record(z.string(), z.string()),
  bodyContentType: "application/x-www-form-urlencoded",
  replies: {
    200: page("What the test run has shown, and where a visitor would be sent"),
    404: missingTest,
    422: page("The form again, with what is wrong"),
  },
});

const file = {
  description: "The file, as an attachment",
  body: z.string().meta({ format: "binary" }),
  contentType: "application/octet-stream",
};
const byHash = { sha256: z.string().min(1).max(100).describe("Of the present version of a document.") };

export const downloadPageDocument = defineRoute({
  id: "downloadPageDocument",
  method: "GET",
  path: `${path}/documents/{sha256}`,
  service: "flows",
  caller: "visitor",
  summary: "Download a document of a page",
  description: "For visitors, without a credential. Earlier versions are not found here.",
  params: bySlug.extend(byHash),
  replies: { 200: file, 404: page("No page has this slug, or it does not link this document") },
});

export const downloadTestRunDocument = defineRoute({
  id: "downloadTestRunDocument",
  method: "GET",
  path: `${testPath}/documents/{sha256}`,
  service: "flows",
  caller: "visitor",
  summary: "Download a document of a page in a test run",
  description: "The flow may be inactive.",
  params: byToken.extend(byHash),
  replies: { 200: file, 404: missingTest },
});
