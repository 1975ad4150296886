// A vitest reporter that writes the names of tests that passed only after a retry to <TEST_RUN_DIR>/retried.json.
import { writeFileSync } from "node:fs";
import { join } from "node:path";

export default class RetryReporter {
  retried = [];

  onTestCaseResult(testCase) {
    const { retryCount = 0 } = testCase.diagnostic() ?? {};
    if (retryCount > 0 && testCase.result().state === "passed")
      this.retried.push(`${testCase.module.moduleId}: ${testCase.fullName}`);
  }

  onTestRunEnd() {
    if (process.env.TEST_RUN_DIR)
      writeFileSync(join(process.env.TEST_RUN_DIR, "retried.json"), JSON.stringify(this.retried));
  }
}
