import { spawn } from "node:child_process";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { waitForExit } from "../../../scripts/lib/process/run-command.mjs";

/**
 * Mounts, and unmounts when its standard input ends: also after kill -9 of this process, and after Ctrl-C, which reaches this process only.
 * `-l`, because mongod closes its files a moment later.
 */
const script =
  'mount -t tmpfs -o "size=$2m,mode=0700" chaos-disk "$1" || exit 1; echo mounted; cat > /dev/null; umount -l "$1"';

/**
 * A file system in memory that is small enough to be filled.
 * @returns `{ fill(), empty(), unmount() }`, or undefined where nothing can be mounted: only root on Linux may, and not in every container
 */
export async function mountSmallDisk(folder, megabytes) {
  if (process.platform !== "linux" || process.getuid() !== 0) return undefined;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const helper = spawn("sh", ["-c", script, "sh", folder, String(megabytes)], {
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  const exited = waitForExit(helper);
  const isMounted = new Promise((resolve) => createInterface({ input: helper.stdout }).once("line", resolve));
  if ((await Promise.race([isMounted, exited])) !== "mounted") return undefined;
  const filler = join(folder, "filler");
  return {
    fill: () => writeUntilFull(filler),
    empty: () => rm(filler, { force: true }),
    unmount: async () => {
      helper.stdin.end();
      if ((await exited) !== 0) throw new Error(`${folder} was not unmounted`);
    },
  };
}

const blocks = [Buffer.alloc(16 * 1024 * 1024), Buffer.alloc(4096)];

/** Writes large blocks first and then smaller ones, until not even one page fits. */
async function writeUntilFull(path) {
  const file = await open(path, "a", 0o600);
  try {
    for (const block of blocks) while (await append(file, block));
  } finally {
    await file.close();
  }
}

async function append(file, block) {
  try {
    return (await file.write(block)).bytesWritten === block.length;
  } catch (error) {
    if (error.code !== "ENOSPC") throw error;
    return false;
  }
}
