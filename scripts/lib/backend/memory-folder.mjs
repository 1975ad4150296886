// Where the database of a test run has its data. A run makes some 25,000 collections and indexes, each of them a file that is synced: in memory
// that takes a third of the time.
import { mkdtemp, readdir, readFile, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { isProcessAlive } from "../process/ports.mjs";

const prefix = "tenant-ops-test-";
/** A whole run writes some 2 GB. */
const roomMin = 5e9;
/** Linux's file system in memory, and its number in `statfs`. */
const shared = "/dev/shm";
const tmpfs = 0x01021994;

/**
 * A new folder in memory, or undefined where this machine has no such file system or not enough room. Its name has the id of this process;
 * folders of processes that were killed are deleted.
 */
export async function createMemoryFolder(base = shared) {
  if ((await measureRoom(base)) < roomMin) return undefined;
  for (const name of await readdir(base)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? [];
    if (pid && !isProcessAlive(Number(pid))) await rm(join(base, name), { recursive: true, force: true });
  }
  return mkdtemp(join(base, `${prefix}${process.pid}-`));
}

/** Bytes that can be written there without taking memory that programs need; 0 when it is no file system in memory. */
async function measureRoom(base) {
  try {
    const [{ type, bavail, bsize }, info] = await Promise.all([statfs(base), readFile("/proc/meminfo", "utf8")]);
    const available = Number(/^MemAvailable:\s+(\d+) kB/m.exec(info)?.[1] ?? 0) * 1024;
    return type === tmpfs ? Math.min(bavail * bsize, available / 2) : 0;
  } catch {
    return 0;
  }
}
