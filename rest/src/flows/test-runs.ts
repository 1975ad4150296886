import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateTime } from "../fields.js";
import { acceptedDocuments, bySlug, redirect, utm } from "./fields.js";
import { sentenceFields } from "./sentences.js";

const path = "/v1/public/flows/{slug}/test-runs";

const step = z
  .strictObject({
    name: z.enum(["page", "proof", "answers", "documents", "bankValidation", "redirect"]),
    state: z
      .enum(["passed", "failed", "skipped", "unused"])
      .describe("`skipped`: visitors have this step, and a test run leaves it out. `unused`: visitors do not have it."),
    ...sentenceFields,
  })
  .meta({ id: "TestStep" });

const fields = {
  _id: z.string(),
  flowId: z.string(),
  slug: z.string(),
  status: z
    .enum(["open", "expired", "passed", "failed"])
    .describe("`open` until the form is sent over the link; `expired` when that did not happen in time."),
  linkExpiresAt: dateTime.describe("The link can be used until then, also several times; the last form counts."),
  openedAt: dateTime.nullable().describe("When the page was shown first."),
  result: z
    .strictObject({
      at: dateTime,
      steps: z.array(step).describe("In the order of the journey; the run has passed when none has failed."),
      registration: z
        .strictObject({
          isTest: z.literal(true),
          answers: z.record(z.string(), z.string()),
          utm,
          redirect,
          acceptedDocuments,
        })
        .describe("It is in no list of registrations, in no number and in no event."),
      address: z.string().describe("Where the visitor would be sent; empty for a thank-you page."),
    })
    .nullable(),
  createdAt: dateTime,
};

const testRun = z.strictObject(fields).meta({
  id: "TestRun",
  description: "A journey through a flow from its page to its redirect, which is counted nowhere.",
});

const testRunWithLink = z
  .strictObject({ ...fields, url: z.string().describe("The link. It is shown only here, and is valid for an hour.") })
  .meta({ id: "TestRunWithLink" });

export const createTestRun = defineRoute({
  id: "createTestRun",
  method: "POST",
  path,
  service: "flows",
  caller: "tenant",
  summary: "Begin a test run of a flow",
  description:
    "Answers a link to the page of the flow, also while the flow is inactive. The page says that it is a test. Sending its form completes the test run: nothing is counted, no event is sent, and the page shows where a visitor would be sent. A change of the flow afterwards makes the result outdated. Results are kept for 30 days.",
  params: bySlug,
  replies: { 201: { description: "The test run with its link", body: testRunWithLink } },
  errors: ["flow_not_found", "quota_exceeded"],
  idempotency: "accepted",
});

export const listTestRuns = defineRoute({
  id: "listTestRuns",
  method: "GET",
  path,
  service: "flows",
  caller: "tenant",
  summary: "List the test runs of a flow",
  description: "Newest first.",
  params: bySlug,
  query: z.strictObject(listQuery),
  replies: { 200: { description: "A page of test runs", body: listReply(testRun) } },
  errors: ["flow_not_found"],
});

export const getTestRun = defineRoute({
  id: "getTestRun",
  method: "GET",
  path: `${path}/{id}`,
  service: "flows",
  caller: "tenant",
  summary: "Read one test run",
  params: bySlug.extend(byId.shape),
  replies: { 200: { description: "The test run", body: testRun } },
  errors: ["flow_not_found", "test_run_not_found"],
});
