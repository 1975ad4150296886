import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Failure } from "../console.mjs";
import { readJson, writePrivateJson } from "../paths.mjs";

// Below the kernel's range for outgoing connections (32768 and up), so that a process that is killed and started again
// finds its port still free.
export const lowestPort = 15_000;
export const highestPort = 32_000;
const handedOut = new Set();
// One small file per port that a running process has handed out. Tests start several meshes side by side, and a port is
// free between its choice and its use, and again while its process restarts.
// Not tmpdir(): each test run has a folder of its own for temporary files.
const claimsDir = `/tmp/tenant-ops-ports-${process.getuid?.() ?? "user"}`;

/** A loopback port that is free and that no running process of ours has handed out. */
export async function findFreePort() {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = lowestPort + Math.floor(Math.random() * (highestPort - lowestPort));
    if (!handedOut.has(port) && (await isPortFree(port)) && claimPort(port)) {
      handedOut.add(port);
      return port;
    }
  }
  throw new Error("no free port was found on 127.0.0.1");
}

function claimPort(port) {
  const file = join(claimsDir, String(port));
  try {
    mkdirSync(claimsDir, { recursive: true });
    const owner = readOwner(file);
    if (owner && isProcessAlive(owner)) return false;
    rmSync(file, { force: true });
    // "wx" fails for the second of two processes that claim the port at the same moment.
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    // No file can be written here: use the port without a claim.
    return true;
  }
}

function readOwner(file) {
  try {
    return Number(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** The wanted port, or the first free one above it. */
export async function findPortFrom(wanted) {
  for (let port = wanted; port < wanted + 100; port += 1) if (await isPortFree(port)) return port;
  return findFreePort();
}

/** The number in a setting such as PORT. */
export function parsePort(name, text) {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new Failure(name, `"${text}" is not a port`, `set ${name} to a whole number from 1 to 65535, or unset it`);
}

/** The port is stored beside the data: the members of a MongoDB replica set are stored with their ports. */
export async function loadPort(dataDir, name) {
  const file = join(dataDir, `${name}.port.json`);
  const stored = await readJson(file);
  if (stored && (await isPortFree(stored.port))) return stored.port;
  const port = await findFreePort();
  await writePrivateJson(file, { port });
  return port;
}

const isPortFree = (port, host = "127.0.0.1") =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });

export function isProcessAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error.code === "EPERM";
  }
}
