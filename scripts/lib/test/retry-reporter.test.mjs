import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readJson, root } from "../paths.mjs";
import { runCommand } from "../process/run-command.mjs";

const folder = import.meta.dirname;
let runDir;

beforeAll(async () => {
  runDir = await mkdtemp(join(tmpdir(), "retries-"));
});
afterAll(() => rm(runDir, { recursive: true, force: true }));

test("a test that passes only at its second try is reported, and no other", async () => {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const fixtures = join(folder, "fixtures");
  const args = ["--root", fixtures, "--config", join(fixtures, "vitest.config.mjs")];
  const reporter = `--reporter=${join(folder, "retry-reporter.mjs")}`;
  const env = { ...process.env, TEST_RUN_DIR: runDir };
  expect(await runCommand(process.execPath, [vitest, "run", ...args, reporter], { env })).toMatchObject({ code: 0 });
  const retried = await readJson(join(runDir, "retried.json"));
  expect(retried).toEqual([`${join(fixtures, "retries.fixture.mjs")}: passes at the second try`]);
});
