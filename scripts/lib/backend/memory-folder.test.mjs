import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../process/run-command.mjs";
import { createMemoryFolder } from "./memory-folder.mjs";

const shared = await createMemoryFolder();
afterAll(() => shared && rm(shared, { recursive: true }));

test("a folder on a disk and one that does not exist are no memory", async () => {
  const onDisk = await mkdtemp(join(import.meta.dirname, "../../../node_modules/.memory-folder-"));
  try {
    expect(await createMemoryFolder(onDisk)).toBeUndefined();
  } finally {
    await rm(onDisk, { recursive: true });
  }
  expect(await createMemoryFolder(join(tmpdir(), "no-such-folder"))).toBeUndefined();
});

test.skipIf(!shared)("what a killed process has left is deleted, and what a running one has is not", async () => {
  const { stdout } = await runCommand(process.execPath, ["-p", "process.pid"]);
  const left = join(shared, "..", `tenant-ops-test-${stdout.trim()}-left`);
  await mkdir(left);
  const another = await createMemoryFolder();
  expect([existsSync(left), existsSync(shared)]).toEqual([false, true]);
  await rm(another, { recursive: true });
});
