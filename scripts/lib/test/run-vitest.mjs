import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.mjs";

const retryReporter = join(root, "scripts/lib/test/retry-reporter.mjs");

/** Runs vitest with the arguments and returns its exit code. Writes results.json and retried.json to `runDir`. */
export function runVitest({ backend, runDir, logDir, args }) {
  const settings = {
    TEST_MONGODB_URL: backend.mongodbUrl,
    TEST_NATS_URL: backend.natsUrl,
    TEST_RUN_DIR: runDir,
    // What tests and their programs leave in the folder for temporary files is deleted with this one.
    TMPDIR: runDir,
    TEST_LOG_DIR: logDir,
  };
  // `--long` and `--nightly` choose the files (vitest.config.ts); everything else goes to vitest.
  const run = ["long", "nightly"].find((name) => args.includes(`--${name}`));
  const vitestArgs = args.filter((arg) => arg !== `--${run}`);
  if (run) settings.TEST_RUN = run;
  const color = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: "1" } : {};
  const reporters = ["--reporter=default", "--reporter=json", `--reporter=${retryReporter}`];
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const output = `--outputFile.json=${join(runDir, "results.json")}`;
  const child = spawn(process.execPath, [vitest, "run", ...reporters, output, ...vitestArgs], {
    cwd: root,
    env: { ...process.env, ...color, ...settings },
    stdio: ["inherit", "pipe", "pipe"],
  });
  // Ctrl-C also reaches vitest. This process waits for it, then stops the backend.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));

  // Services that run inside a test process log to vitest's output.
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
