import { getTestRunStatus } from "./test-runs.rules.js";
import type { TestResult, TestRun } from "./test-runs.types.js";

/** A test run as callers see it. */
export function toTestRunAnswer(testRun: TestRun) {
  const { _id, flowId, slug, linkExpiresAt, openedAt, result, createdAt } = testRun;
  return {
    _id,
    flowId,
    slug,
    status: getTestRunStatus(testRun, new Date()),
    linkExpiresAt: linkExpiresAt.toISOString(),
    openedAt: openedAt?.toISOString() ?? null,
    result: result ? toResultAnswer(result) : null,
    createdAt: createdAt.toISOString(),
  };
}

function toResultAnswer({ at, steps, registration, address }: TestResult) {
  const { answers, redirect, utm, acceptedDocuments = [], isTest } = registration;
  return { at: at.toISOString(), steps, registration: { isTest, answers, utm, redirect, acceptedDocuments }, address };
}
