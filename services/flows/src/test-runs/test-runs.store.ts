import { findPage, type Page, type PageRequest, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import type { Flow } from "../flows/flows.rules.js";
import { resultMs, type TestResult, type TestRun } from "./test-runs.rules.js";

export const testRunIndexes = [
  { key: { flowId: 1, createdAt: -1, _id: -1 } },
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
] as const;

const testRuns = (scope: Scope) => scope.collection<TestRun>("testRuns");

export function insertTestRun(scope: WriteScope, testRun: TestRun): Promise<void> {
  return testRuns(scope).append(testRun);
}

/** A test run of this flow, by its id. */
export function findTestRun(scope: Scope, flowId: string, testRunId: string): Promise<TestRun | null> {
  return testRuns(scope).findOne({ _id: testRunId, flowId });
}

/** The newest first. */
export function listTestRuns(scope: Scope, flowId: string, page: PageRequest): Promise<Page<TestRun>> {
  return findPage<TestRun>(scope, "testRuns", { flowId }, page);
}

/** Notes when the page was shown first, and with which settings it was shown last. */
export async function updateShown(scope: WriteScope, testRunId: string, shownHash: string): Promise<void> {
  await testRuns(scope).updateOne({ _id: testRunId }, { $min: { openedAt: scope.now }, $set: { shownHash } });
}

/** Stores the result in the test run and its outcome in the flow, which keeps that of the last one only. */
export async function saveTestResult(scope: WriteScope, testRun: TestRun, result: TestResult): Promise<void> {
  const { at, passed, settingsHash } = result;
  const expiresAt = new Date(at.getTime() + resultMs);
  await testRuns(scope).updateOne({ _id: testRun._id }, { $set: { result, expiresAt } });
  const last = { _id: testRun._id, at, passed, settingsHash };
  await scope.collection<Flow>("flows").updateOne({ _id: testRun.flowId }, { $set: { testRun: last } });
}
