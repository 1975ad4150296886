import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mountSmallDisk } from "./mesh/small-disk.mjs";

// The file system of the fault `fillDisk` of `npm run chaos -- mesh`.

const createFolder = () => mkdtempSync(join(tmpdir(), "small-disk-"));
const isMounted = (folder: string) => readFileSync("/proc/mounts", "utf8").includes(` ${folder} `);

async function canMount(): Promise<boolean> {
  const folder = createFolder();
  const disk = await mountSmallDisk(folder, 1);
  await disk?.unmount();
  rmdirSync(folder);
  return disk !== undefined;
}

test.runIf(await canMount())("a small disk can be filled and emptied, and is unmounted", async () => {
  const folder = createFolder();
  const disk = await mountSmallDisk(folder, 2);
  expect(isMounted(folder)).toBe(true);
  await disk?.fill();
  expect(() => writeFileSync(join(folder, "more"), "text")).toThrow("ENOSPC");
  await disk?.empty();
  writeFileSync(join(folder, "more"), "text");
  await disk?.unmount();
  expect(isMounted(folder)).toBe(false);
  rmdirSync(folder);
});

test.runIf(await canMount()).each(["SIGINT", "SIGKILL"] as const)(
  "a small disk is unmounted when the process that mounted it gets %s",
  async (signal) => {
    const folder = createFolder();
    const module = join(import.meta.dirname, "mesh/small-disk.mjs");
    const program = `const { mountSmallDisk } = await import(${JSON.stringify(module)});
      await mountSmallDisk(${JSON.stringify(folder)}, 2);
      process.stdout.write("mounted");`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    expect(isMounted(folder)).toBe(true);
    child.kill(signal);
    await expect.poll(() => isMounted(folder)).toBe(false);
    rmdirSync(folder);
  },
);
