// Counts the results in vitest's JSON report.

/**
 * Returns `{ passed, failed, skipped, problems }`. A file that could not be loaded is a failure, and so is a test that
 * passed only after a retry (`retried` has their names).
 */
export function countResults(report, { exitCode, retried = [] }) {
  if (!report) return { passed: 0, failed: 1, skipped: 0, problems: ["vitest wrote no report"] };
  const problems = retried.map((name) => `${name}: passed only after a retry`);
  let failed = report.numFailedTests + retried.length;
  for (const file of report.testResults) {
    const hasFailedTest = file.assertionResults.some(({ status }) => status === "failed");
    if (file.status !== "failed" || hasFailedTest) continue;
    failed += 1;
    problems.push(`${file.name}: ${file.message?.split("\n")[0] || "could not be run"}`);
  }
  if (exitCode !== 0 && failed === 0) {
    failed += 1;
    problems.push(`vitest exited with ${exitCode} although no test failed: see the errors above`);
  }
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests - retried.length, failed, skipped, problems };
}

/** The last line of a run, read by `.ci/run`. */
export function formatSummary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
