// Counts what vitest really ran, from its JSON report.

/** `{ passed, failed, skipped, problems }`; a file that could not even be loaded is a failure too. */
export function countResults(report, exitCode) {
  if (!report) return { passed: 0, failed: 1, skipped: 0, problems: ["vitest wrote no report"] };
  const problems = [];
  let failed = report.numFailedTests;
  for (const file of report.testResults) {
    const hasFailedTest = file.assertionResults.some(({ status }) => status === "failed");
    if (file.status !== "failed" || hasFailedTest) continue;
    failed += 1;
    problems.push(`${file.name}: ${file.message?.split("\n")[0] || "could not be run"}`);
  }
  if (exitCode !== 0 && failed === 0) {
    failed += 1;
    problems.push(`vitest ended with ${exitCode} although no test failed: see the errors above`);
  }
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed, skipped, problems };
}

/** The last line of a run, which `.ci/run` and people read. */
export function lastLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
