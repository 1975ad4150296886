import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../process/run-command.mjs";
import { createMemoryFolder } from "./memory-folder.mjs";

const shared = await createMemoryFolder();
afterAll(() => shared && rm(shared, { recursive: true }));

test("a folder on a disk and a missing folder do not count as memory", async () => {
  const onDisk = await mkdtemp(join(import.meta.dirname, "../../../node_modules/.memory-folder-"));
  try {
    expect(await createMemoryFolder(onDisk)).toBeUndefined();
  } finally {
    await rm(onDisk, { recursive: true });
  }
  expect(await createMemoryFolder(join(tmpdir(), "no-such-folder"))).toBeUndefined();
});

test.skipIf(!shared)("the folder of a killed process is deleted, and that of a running one is kept", async () => {
  const { stdout } = await runCommand(process.execPath, ["-p", "process.pid"]);
  const stale = join(shared, "..", `tenant-ops-test-${stdout.trim()}-stale`);
  await mkdir(stale);
  const another = await createMemoryFolder();
  expect([existsSync(stale), existsSync(shared)]).toEqual([false, true]);
  await rm(another, { recursive: true });
});
