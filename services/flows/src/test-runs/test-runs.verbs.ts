import { randomBytes } from "node:crypto";
import { createQuota, newId } from "@tenant-ops/kit/data";
import { defineVerb } from "@tenant-ops/kit/verbs";
import type { FlowsContext } from "../context.js";
import { loadFlow } from "../flows/flows.reads.js";
import { hashSecret, linkMs, type TestResult, type TestRun } from "./test-runs.rules.js";
import { insertTestRun, saveTestResult, updateShown } from "./test-runs.store.js";

/** Gives out a link to the page of a flow, with a secret that is not stored with the test run. */
export const createTestRun = defineVerb(({ config: { QUOTA_TEST_RUNS: max } }: FlowsContext) => ({
  quota: createQuota({
    collection: "testRuns",
    records: "test runs of the last 30 days",
    max,
    setting: "QUOTA_TEST_RUNS",
  }),
  load: (scope, slug: string) => loadFlow(scope, slug),
  plan: (_, flow) => flow,
  async write(scope, { _id: flowId, slug }) {
    const secret = randomBytes(32).toString("base64url");
    const linkExpiresAt = new Date(scope.now.getTime() + linkMs);
    const testRun: TestRun = {
      _id: newId("tst"),
      flowId,
      slug,
      secretHash: hashSecret(secret),
      linkExpiresAt,
      createdAt: scope.now,
      createdBy: scope.call.keyId,
      expiresAt: linkExpiresAt,
    };
    await insertTestRun(scope, testRun);
    return { testRun, secret };
  },
}));

/** The page of a test run was shown, with these settings of the flow. */
export const noteTestPage = defineVerb(() => ({
  plan: (shown: { testRunId: string; settingsHash: string }) => shown,
  write: (scope, { testRunId, settingsHash }) => updateShown(scope, testRunId, settingsHash),
}));

/** The form of a test run was sent, and its answers were accepted. */
export const recordTestResult = defineVerb(() => ({
  plan: (ended: { testRun: TestRun; result: TestResult }) => ended,
  write: (scope, { testRun, result }) => saveTestResult(scope, testRun, result),
}));
