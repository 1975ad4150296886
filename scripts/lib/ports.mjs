import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Below the range the kernel hands out for outgoing connections: a process that is killed and started again finds its
// port still free.
const lowest = 15_000;
const highest = 32_000;
const taken = new Set();
// One small file per port that a living process has handed out. Several meshes start side by side in the tests, and a port
// is free for a moment between its choice and its use, and whenever its process is killed and started again.
const claims = join(tmpdir(), `tenant-ops-ports-${process.getuid?.() ?? "user"}`);

/** A loopback port that nobody listens on, and that no living process of ours has handed out before. */
export async function freePort() {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (!taken.has(port) && (await isFree(port)) && claim(port)) {
      taken.add(port);
      return port;
    }
  }
  throw new Error("no free port was found on 127.0.0.1");
}

function claim(port) {
  const file = join(claims, String(port));
  try {
    mkdirSync(claims, { recursive: true });
    const owner = ownerOf(file);
    if (owner && isAlive(owner)) return false;
    rmSync(file, { force: true });
    // Of two who find it unclaimed at once, the second fails here.
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    // Where no file can be written, a port that is free now has to do.
    return true;
  }
}

function ownerOf(file) {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** The wanted port, or the first free one above it. */
export async function portFrom(wanted) {
  for (let port = wanted; port < wanted + 100; port += 1) if (await isFree(port)) return port;
  return freePort();
}

export const isFree = (port, host = "127.0.0.1") =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
