// Which mesh runs from this checkout. `.data/mesh.json` is the lock of `npm start` and describes the mesh it started.
// It is deleted when the mesh stops, and ignored when its process no longer runs.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { link, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../console.mjs";
import { dataDir, readJson, writePrivateJson } from "../paths.mjs";
import { isProcessAlive } from "../process/ports.mjs";

const lockFile = join(dataDir, "mesh.json");

/** The running mesh of this checkout, or undefined. `gatewayUrl` is absent while it starts. */
export async function findRunningMesh() {
  const mesh = await readJson(lockFile);
  return mesh && isSupervisor(mesh.pid) ? mesh : undefined;
}

/** The running mesh; without one, fails with what to do. */
export async function requireRunningMesh() {
  const mesh = await findRunningMesh();
  if (mesh?.gatewayUrl) return mesh;
  throw new Failure("mesh", "no mesh runs from this checkout", "run `npm start` in another terminal, then try again");
}

/** Locks this checkout for the current process. False when another running process holds the lock. */
export async function acquireStartLock() {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${lockFile}.${process.pid}`;
  await writePrivateJson(draft, { pid: process.pid });
  try {
    if (await linkLockFile(draft)) return true;
    if (await findRunningMesh()) return false;
    // The owner was killed before it could delete its lock.
    await rm(lockFile, { force: true });
    return await linkLockFile(draft);
  } finally {
    await rm(draft, { force: true });
  }
}

// Unlike a write, link() creates the file with its whole content, and fails when it exists.
async function linkLockFile(draft) {
  try {
    await link(draft, lockFile);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** Adds the description of the mesh to the lock. */
export const writeLockFile = (mesh) => writePrivateJson(lockFile, { ...mesh, pid: process.pid });

export const releaseStartLock = () => rm(lockFile, { force: true });

// Process ids are used again, so the process must also be one of our commands.
function isSupervisor(pid) {
  try {
    return isProcessAlive(pid) && /scripts\/(start|dev)\.mjs/.test(readCommandLine(pid));
  } catch {
    return false;
  }
}

function readCommandLine(pid) {
  if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  return execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" });
}
