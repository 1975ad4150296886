import { expect, test } from "vitest";
import { countResults, formatSummary } from "./test-report.mjs";

const createFile = (status, ...tests) => ({
  name: "a.test.ts",
  status,
  assertionResults: tests.map((status) => ({ status })),
});
const createReport = (passed, failed, files) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: files,
});

test("tests are counted, and skipped ones are named", () => {
  const report = createReport(3, 1, [createFile("failed", "failed"), createFile("passed", "passed")]);
  expect(formatSummary(countResults(report, { exitCode: 1 }))).toBe("3 passed, 1 failed, 1 skipped");
});

test("a file that could not be loaded is a failure", () => {
  const report = createReport(3, 0, [createFile("failed")]);
  expect(countResults(report, { exitCode: 1 })).toMatchObject({ passed: 3, failed: 1 });
});

test("a run that exits with an error without a failed test is a failure, and so is a missing report", () => {
  const report = createReport(3, 0, [createFile("passed", "passed")]);
  expect(countResults(report, { exitCode: 1 }).failed).toBe(1);
  expect(countResults(undefined, { exitCode: 0 }).failed).toBe(1);
});

test("a test that passed only after a retry is a failure", () => {
  const report = createReport(3, 0, [createFile("passed", "passed")]);
  const counts = countResults(report, { exitCode: 0, retried: ["a.test.ts: sometimes"] });
  expect(counts).toMatchObject({ passed: 2, failed: 1, problems: [expect.stringContaining("a.test.ts: sometimes")] });
});
