// Which mesh runs from this checkout. One file says it, `.data/mesh.json`; it is removed when the mesh stops and
// ignored when the process it names is gone.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { link, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { dataDir, readJson, writePrivateJson } from "./paths.mjs";
import { Failure } from "./say.mjs";

const file = join(dataDir, "mesh.json");
const lock = join(dataDir, "start.lock");

/** The mesh of this checkout that answers, or one that is being started (`gatewayUrl` is absent then). */
export async function livingMesh() {
  const pid = (await readJson(lock))?.pid;
  if (!pid || !isOurs(pid)) return undefined;
  const mesh = await readJson(file);
  return mesh?.pid === pid ? mesh : { pid };
}

/** The mesh that `npm start` left running, or a failure that says how to start one. */
export async function needMesh() {
  const mesh = await livingMesh();
  if (mesh?.gatewayUrl) return mesh;
  throw new Failure(
    "mesh",
    "none is running from this checkout",
    "run `npm start` in another terminal, then try again",
  );
}

/** Takes this checkout for the current process. False when another living process has it. */
export async function claim() {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const mine = `${lock}.${process.pid}`;
  await writePrivateJson(mine, { pid: process.pid });
  try {
    // A link appears with its content and only once: nobody ever reads a half-written lock.
    if (await linked(mine)) return true;
    if (await livingMesh()) return false;
    // Its owner was killed and could not clean up.
    await rm(lock, { force: true });
    await rm(file, { force: true });
    return await linked(mine);
  } finally {
    await rm(mine, { force: true });
  }
}

async function linked(mine) {
  try {
    await link(mine, lock);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

export const announce = (mesh) => writePrivateJson(file, { ...mesh, pid: process.pid });

export async function release() {
  await rm(file, { force: true });
  await rm(lock, { force: true });
}

// Process ids are used again; a living process counts only when it is one of our commands.
function isOurs(pid) {
  try {
    process.kill(pid, 0);
    return /scripts\/(start|dev)\.mjs/.test(commandOf(pid));
  } catch {
    return false;
  }
}

function commandOf(pid) {
  if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  return execFileSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" });
}
