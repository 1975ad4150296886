import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestBackend } from "../backend/test-backend.mjs";
import { bold, green, print, printFailure, printStep, red, runStep } from "../console.mjs";
import { readJson } from "../paths.mjs";
import { buildPackages } from "../setup/build.mjs";
import { installPackages } from "../setup/install.mjs";
import { runVitest } from "./run-vitest.mjs";
import { scanLogs } from "./secret-scan.mjs";
import { countResults, formatSummary } from "./test-report.mjs";

/** Runs the tests, prints "N passed, N failed" as the last line, and sets the exit code. */
export async function runTests(args) {
  // A new folder, so that two runs in one checkout use different ones and `npm run reset` does not delete it.
  const runDir = await mkdtemp(join(tmpdir(), "tenant-ops-test-"));
  try {
    const counts = await runAll(runDir, args);
    for (const problem of counts.problems) print(red(problem));
    if (counts.passed + counts.failed === 0) print(red("no test ran"));
    print(`\n${formatSummary(counts)}`);
    process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;
  } catch (error) {
    printFailure("The test run", error);
    // The message may name a log file in the folder.
    if (!error.message.includes(runDir)) await rm(runDir, { recursive: true, force: true });
    print("0 passed, 1 failed");
    process.exitCode = 1;
  }
}

async function runAll(runDir, args) {
  const logDir = join(runDir, "logs");
  print(bold("tenant-ops tests"));
  await mkdir(logDir, { recursive: true, mode: 0o700 });
  await installPackages();
  await buildPackages();
  let backend;
  await runStep("backend", async () => {
    backend = await startTestBackend(runDir);
    return backend.description;
  });

  let exitCode;
  try {
    exitCode = await runVitest({ backend, runDir, logDir, args });
  } finally {
    await backend.stop();
  }
  const retried = await readJson(join(runDir, "retried.json"));
  const counts = countResults(await readJson(join(runDir, "results.json")), { exitCode, retried });
  counts.problems.unshift(...backend.problems);
  await checkLogs(runDir, counts);
  await cleanUp(runDir, counts);
  return counts;
}

// Counted as one more test, because it is about the whole run.
async function checkLogs(runDir, counts) {
  const { files, lines, findings } = await scanLogs(runDir);
  const name = "the logs of the whole test run contain no key, token or secret";
  if (findings.length === 0) {
    // A run of rules only has no service log to search.
    if (files > 1 && counts.passed > 0) {
      counts.passed += 1;
      print(green(`✓ ${name} (${lines} lines of ${files} files)`));
    }
    return;
  }
  counts.failed += 1;
  print(red(`✗ ${name}`));
  for (const { file, line, kind } of findings.slice(0, 20)) print(`  ${file}:${line} contains ${kind}`);
}

async function cleanUp(runDir, counts) {
  if (counts.failed === 0) return rm(runDir, { recursive: true, force: true });
  await rm(join(runDir, "mongod"), { recursive: true, force: true });
  printStep("logs", `kept in ${join(runDir, "logs")}`);
}
