import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import * as routes from "@tenant-ops/rest/flows";
import type { FlowsReads } from "../context.js";
import { loadFlow } from "../flows/flows.reads.js";
import { buildFlowUrl } from "../page/page-slugs.js";
import { untilExpiry } from "../retentions.js";
import { formatToken, getTestRunStatus, requireTestRun, type TestResult, type TestRun } from "./test-runs.rules.js";
import { findTestRun, listTestRuns, testRunIndexes } from "./test-runs.store.js";
import { createTestRun } from "./test-runs.verbs.js";

/** Test runs of flows. Their pages are in `page.test-run.ts`. */
export const testRuns = defineNoun({
  collections: {
    testRuns: {
      indexes: testRunIndexes,
      retention: untilExpiry,
      personal: {
        roles: [
          {
            // Only with these, because other user ids can be any text.
            identifiedBy: { "result.registration.answers.*": ["email", "phone", "visitorId"] },
            details: { "result.registration.answers": {} },
          },
        ],
      },
    },
  },
  verbs: { createTestRun },

  http(app, { createTestRun }, { scope, config: { CONSOLE_URL: consoleUrl } }: FlowsReads) {
    bindRoute(app, routes.createTestRun, async ({ call, params: { slug } }) => {
      const { testRun, secret } = await createTestRun(call, slug);
      const page = buildFlowUrl({ consoleUrl, businessId: call.businessId }, slug);
      // A repeat gets the same answer, also when the link has expired since.
      const created = toReply(testRun, testRun.createdAt);
      return { ...created, url: `${page}/test-runs/${formatToken(testRun._id, secret)}` };
    });
    bindRoute(app, routes.listTestRuns, async ({ call, params: { slug }, query }) => {
      const reading = scope(call);
      const flow = await loadFlow(reading, slug);
      return toRestList(await listTestRuns(reading, flow._id, query), (testRun) => toReply(testRun, new Date()));
    });
    bindRoute(app, routes.getTestRun, async ({ call, params: { slug, id } }) => {
      const reading = scope(call);
      const flow = await loadFlow(reading, slug);
      return toReply(requireTestRun(await findTestRun(reading, flow._id, id), id, flow), new Date());
    });
  },
});

/** A test run as callers see it. */
function toReply(testRun: TestRun, now: Date) {
  const { _id, flowId, slug, linkExpiresAt, openedAt, result, createdAt } = testRun;
  return {
    _id,
    flowId,
    slug,
    status: getTestRunStatus(testRun, now),
    linkExpiresAt: linkExpiresAt.toISOString(),
    openedAt: openedAt?.toISOString() ?? null,
    result: result ? toResultReply(result) : null,
    createdAt: createdAt.toISOString(),
  };
}

function toResultReply({ at, steps, registration, address }: TestResult) {
  const { answers, redirect, utm, acceptedDocuments = [], isTest } = registration;
  return { at: at.toISOString(), steps, registration: { isTest, answers, utm, redirect, acceptedDocuments }, address };
}
