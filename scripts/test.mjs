// npm test: everything a fresh clone needs, then all tests against a real database and a real broker.
// Arguments go to vitest: `npm test -- withdrawals`, `npm test -- --project rules`.
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./lib/build.mjs";
import { install } from "./lib/install.mjs";
import { readJson, root } from "./lib/paths.mjs";
import { bold, green, note, red, say, sayFailure, timed } from "./lib/say.mjs";
import { scanLogs } from "./lib/secret-scan.mjs";
import { startTestBackend } from "./lib/test-backend.mjs";
import { countResults, lastLine } from "./lib/test-report.mjs";

// A folder of its own, so that two runs in one checkout do not meet, and `npm run reset` does not reach it.
const runDir = await mkdtemp(join(tmpdir(), "tenant-ops-test-"));
const logDir = join(runDir, "logs");

process.exitCode = await main().catch(async (error) => {
  sayFailure("The test run", error);
  if (!error.message.includes(runDir)) await rm(runDir, { recursive: true, force: true });
  say("0 passed, 1 failed");
  return 1;
});

async function main() {
  say(bold("tenant-ops tests"));
  await mkdir(logDir, { recursive: true, mode: 0o700 });
  await install();
  await build();
  let backend;
  await timed("backend", async () => {
    backend = await startTestBackend(runDir);
    return backend.line;
  });

  let exitCode;
  try {
    exitCode = await runVitest(backend);
  } finally {
    await backend.stop();
  }
  const counted = countResults(await readJson(join(runDir, "results.json")), exitCode);
  await checkLogs(counted);
  await cleanUp(counted);
  for (const problem of counted.problems) say(red(problem));
  if (counted.passed + counted.failed === 0) say(red("no test ran"));
  say(`\n${lastLine(counted)}`);
  return counted.failed > 0 || counted.passed === 0 ? 1 : 0;
}

function runVitest({ mongodbUrl, natsUrl }) {
  const settings = { TEST_MONGODB_URL: mongodbUrl, TEST_NATS_URL: natsUrl, TEST_RUN_DIR: runDir, TEST_LOG_DIR: logDir };
  const color = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: "1" } : {};
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${join(runDir, "results.json")}`];
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", ...reporters, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, ...color, ...settings },
    stdio: ["inherit", "pipe", "pipe"],
  });
  // Ctrl-C reaches vitest by itself; this process stays until it has ended, and stops the backend.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));

  // Services that run inside a test process write their log to vitest's output.
  const log = createWriteStream(join(logDir, "vitest.log"), { mode: 0o600 });
  for (const name of ["stdout", "stderr"]) {
    child[name].pipe(process[name], { end: false });
    child[name].pipe(log, { end: false });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => log.end(() => resolve(code ?? 1)));
  });
}

// A promise about the whole run, so it is counted like a test.
async function checkLogs(counted) {
  const { files, lines, findings } = await scanLogs(runDir);
  const promise = "the log of the whole test run contains no key, token or secret";
  if (findings.length === 0) {
    // A run of pure rules leaves no service log, and then nothing was proven.
    if (files > 1 && counted.passed > 0) {
      counted.passed += 1;
      say(green(`✓ ${promise} (${lines} lines of ${files} files)`));
    }
    return;
  }
  counted.failed += 1;
  say(red(`✗ ${promise}`));
  for (const { file, line, kind } of findings.slice(0, 20)) say(`  ${file}:${line} holds ${kind}`);
}

async function cleanUp(counted) {
  if (counted.failed === 0) return rm(runDir, { recursive: true, force: true });
  await rm(join(runDir, "mongod"), { recursive: true, force: true });
  note("logs", `kept in ${logDir}`);
}
