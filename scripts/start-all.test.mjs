// `npm start -- --target all`, with a data folder of its own.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./lib/paths.mjs";
import { isProcessAlive } from "./lib/process/is-process-alive.mjs";
import { findFreePort } from "./lib/process/ports.mjs";
import { runCommand } from "./lib/process/run-command.mjs";
import { waitFor } from "./lib/process/wait-for.mjs";

test("npm start -- --target all runs everything in one process, passes the smoke test, and Ctrl-C leaves nothing", async () => {
  const { MONGODB_URL: _mongodb, NATS_URL: _nats, TEST_PROGRAMS: _programs, ...inherited } = process.env;
  const dataDir = await mkdtemp(join(process.env.TEST_RUN_DIR ?? tmpdir(), "start-all-"));
  const settings = { PORT: String(await findFreePort()), EVENT_LOOP_DELAY_MAX_MS: "0", NO_COLOR: "1" };
  const env = { ...inherited, ...settings, TENANT_OPS_DATA: dataDir };
  const child = spawn(process.execPath, ["scripts/start.mjs", "--target", "all"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const giveUp = () => (child.exitCode === null ? undefined : `it exited:\n${output}`);
  try {
    await waitFor("the start", () => output.includes("Ctrl-C stops everything"), { giveUp, timeoutMs: 170_000 });
    expect(output).toMatch(/console +http:\/\/localhost:\d+\/\S+/);
    const { stdout } = await runCommand(process.execPath, ["scripts/where.mjs"], { cwd: root, env });
    const pids = [...stdout.matchAll(/^(\w[\w-]*) +(\d+)( |$)/gm)].map(([, name, pid]) => [name, Number(pid)]);
    expect(new Set(pids.map(([name]) => name))).toEqual(new Set(["supervisor", "mongod", "nats-server", "all"]));
    expect(await runCommand(process.execPath, ["scripts/smoke.mjs"], { cwd: root, env })).toMatchObject({ code: 0 });
    child.kill("SIGINT");
    expect(await exited).toBe(0);
    expect(pids.filter(([, pid]) => isProcessAlive(pid))).toEqual([]);
  } finally {
    child.kill("SIGKILL");
    // `npm test` searches the logs of these processes, which stay.
    await rm(join(dataDir, "mongod"), { recursive: true, force: true });
  }
}, 300_000);

test("npm start refuses another target and names the known ones", async () => {
  const { code, stderr } = await runCommand(process.execPath, ["scripts/start.mjs", "--target", "some"], { cwd: root });
  expect([code, stderr]).toEqual([1, "--target some: not one of mesh, all\n"]);
});
