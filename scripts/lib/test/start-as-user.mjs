// `npm start` with a data folder of its own, for tests.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../paths.mjs";
import { findFreePort, isProcessAlive } from "../process/ports.mjs";
import { runCommand } from "../process/run-command.mjs";
import { waitFor } from "../process/wait-for.mjs";

/** The environment of a user, on a free port and with a new data folder. */
export async function createStartEnv() {
  const { MONGODB_URL: _mongodb, NATS_URL: _nats, ...inherited } = process.env;
  const dataDir = await mkdtemp(join(tmpdir(), "start-"));
  // Without load shedding: tests run on machines that are busier than a server should be.
  const settings = { PORT: String(await findFreePort()), EVENT_LOOP_DELAY_MAX_MS: "0" };
  return { ...inherited, ...settings, NO_COLOR: "1", TENANT_OPS_DATA: dataDir };
}

/** Resolves when everything runs: `{ child, output, exited }`. */
export async function startAsUser(env, ...args) {
  const options = { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] };
  const child = spawn(process.execPath, ["scripts/start.mjs", ...args], options);
  const started = { child, output: "", exited: new Promise((resolve) => child.once("exit", resolve)) };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (started.output += text));
  }
  const giveUp = () => (child.exitCode === null ? undefined : `it exited:\n${started.output}`);
  const isRunning = () => started.output.includes("Ctrl-C stops everything");
  await waitFor("the start", isRunning, { giveUp, timeoutMs: 170_000 });
  return started;
}

/** Ends what still runs, and deletes the database. The rest stays: `npm test` searches the logs of these processes too. */
export async function cleanUpStart(mesh, env) {
  if (mesh) {
    const pids = await listDescendants(mesh.child.pid);
    mesh.child.kill("SIGKILL");
    // The database writes into its folder until it has ended.
    await waitForExits(pids);
  }
  await rm(join(env.TENANT_OPS_DATA, "mongod"), { recursive: true, force: true });
}

export const findKey = (output) => /API key\s+(\S+)/.exec(output)?.[1];

export async function waitForExits(pids) {
  await waitFor("the exit of every child", () => !pids.some(isProcessAlive), { timeoutMs: 60_000 });
}

export async function listDescendants(pid) {
  const { stdout } = await runCommand("ps", ["-eo", "pid=,ppid="]);
  const rows = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const listChildren = (parent) =>
    rows.filter(([, ppid]) => ppid === parent).flatMap(([own]) => [own, ...listChildren(own)]);
  return listChildren(pid);
}
