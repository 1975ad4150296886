// `npm start` and the commands for the running mesh, with a data folder of their own.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "./lib/paths.mjs";
import { isProcessAlive } from "./lib/process/is-process-alive.mjs";
import { findFreePort } from "./lib/process/ports.mjs";
import { runCommand } from "./lib/process/run-command.mjs";
import { readShellBlocks } from "./lib/test/shell-blocks.mjs";
import { waitFor } from "./lib/process/wait-for.mjs";

const folder = process.env.TEST_RUN_DIR ?? tmpdir();
let env;
let mesh;

beforeAll(async () => {
  const port = await findFreePort();
  const { MONGODB_URL: _mongodb, NATS_URL: _nats, TEST_PROGRAMS: _programs, ...inherited } = process.env;
  const dataDir = await mkdtemp(join(folder, "start-"));
  // Without load shedding: tests run on machines that are busier than a server should be.
  const settings = { PORT: String(port), EVENT_LOOP_DELAY_MAX_MS: "0" };
  env = { ...inherited, ...settings, NO_COLOR: "1", TENANT_OPS_DATA: dataDir };
  mesh = startMesh();
  await mesh.waitForOutput("Ctrl-C stops everything");
}, 180_000);
afterAll(async () => {
  const pids = await listDescendants(mesh.child.pid);
  mesh.child.kill("SIGKILL");
  // The database writes into its folder until it has ended.
  await waitForExits(pids);
  // Only the database: `npm test` searches the logs of these processes too.
  await rm(join(env.TENANT_OPS_DATA, "mongod"), { recursive: true, force: true });
});

function startMesh() {
  const child = spawn(process.execPath, ["scripts/start.mjs"], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const started = { child, output: "", exited: new Promise((resolve) => child.once("exit", resolve)) };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (started.output += text));
  }
  started.waitForOutput = async (text) => {
    const giveUp = () => (child.exitCode === null ? undefined : `it exited:\n${started.output}`);
    await waitFor(`the output "${text}"`, () => started.output.includes(text), { giveUp, timeoutMs: 170_000 });
  };
  return started;
}

const runScript = (...args) => runCommand(process.execPath, args, { cwd: root, env });
const findKey = (output) => /API key\s+(\S+)/.exec(output)?.[1];

describe("npm start", () => {
  test("prints a curl line that lists the products of the demo business", async () => {
    const [, line] = /try it\s+(curl .*)/.exec(mesh.output);
    const { stdout } = await runCommand("sh", ["-c", line]);
    expect(JSON.parse(stdout).items.length).toBeGreaterThanOrEqual(3);
  });

  test("prints an export line after which the first curl line of the README works as it is", async () => {
    const [exportLine] = /export URL=.*/.exec(mesh.output);
    const readme = await readFile(join(root, "README.md"), "utf8");
    const [, curlLine] = /```sh\n(curl [^`]*)```/.exec(readme);
    const { stdout } = await runCommand("sh", ["-c", `${exportLine}\n${curlLine}`]);
    expect(JSON.parse(stdout).items.length).toBeGreaterThanOrEqual(3);
  });

  test("stores the demo key readable by the owner only", async () => {
    const file = join(env.TENANT_OPS_DATA, "demo.json");
    expect(JSON.parse(await readFile(file, "utf8")).key).toBe(findKey(mesh.output));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test("a second one finds the running mesh and says so", async () => {
    const second = await runScript("scripts/start.mjs");
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining("runs already") });
    expect(findKey(second.stdout)).toBe(findKey(mesh.output));
    expect(second.stdout).toContain(`Ctrl-C where it was started, or \`kill `);
  });

  test("npm run where prints the addresses and the process ids", async () => {
    const { code, stdout } = await runScript("scripts/where.mjs");
    expect(code).toBe(0);
    expect(stdout).toContain(`gateway      http://127.0.0.1:${env.PORT}`);
    expect(stdout).toMatch(/^mongodb +mongodb:\/\/127\.0\.0\.1:\d+/m);
    expect(stdout).toMatch(/^nats +nats:\/\/127\.0\.0\.1:\d+$/m);
    expect(stdout).toMatch(new RegExp(`^logs .*/${basename(env.TENANT_OPS_DATA)}`, "m"));
    expect(stdout).toMatch(new RegExp(`^supervisor +${mesh.child.pid}$`, "m"));
    const pids = [...stdout.matchAll(/^(?:gateway|supply|mongod|nats-server) +(\d+)\b/gm)].map(([, pid]) =>
      Number(pid),
    );
    expect(pids).toHaveLength(4);
    expect(pids.every(isProcessAlive)).toBe(true);
  });

  test("npm run tool calls a tool through the MCP client of deployed agents", async () => {
    const { code, stdout } = await runScript("scripts/tool.mjs", "supply_list_stocks", '{"limit":2}');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).items).toHaveLength(2);
  });

  test("npm run smoke passes, and stock equals its movements afterwards", async () => {
    expect(await runScript("scripts/smoke.mjs")).toMatchObject({ code: 0, stderr: "" });
    expect(await runScript("scripts/reconcile.mjs")).toMatchObject({ code: 0 });
  });

  test("the quick start, command by command in an empty folder, ends with the verified webhooks of a spin and an enrolment", async () => {
    const [exportLine] = /export URL=.* CLIENT=.*/.exec(mesh.output);
    const page = await readFile(join(root, "docs/quick-start.md"), "utf8");
    const cwd = await mkdtemp(join(folder, "quick-start-"));
    const commands = ["set -e", exportLine, ...readShellBlocks(page)].join("\n");
    const { code, stdout, stderr } = await runCommand("sh", ["-c", commands], { cwd, env });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain("spin.completed, signature verified");
    expect(stdout).toContain("session.status_changed, signature verified");
    expect(stdout).toMatch(/Ana Torres is enrolled in ".+": in_progress/);
    expect(stdout).toContain('"status":"emptied"');
  });

  test("npm run reset refuses while the mesh runs", async () => {
    expect(await runScript("scripts/reset.mjs")).toMatchObject({ code: 1, stderr: expect.stringContaining("Ctrl-C") });
  });

  // The last two tests stop the mesh.
  test(
    "Ctrl-C leaves no process behind, and the next start has the same key and data",
    { timeout: 300_000 },
    async () => {
      const pids = await listDescendants(mesh.child.pid);
      expect(pids.length).toBeGreaterThanOrEqual(8);
      mesh.child.kill("SIGINT");
      expect(await mesh.exited).toBe(0);
      await waitForExits(pids);

      const keyBefore = findKey(mesh.output);
      mesh = startMesh();
      await mesh.waitForOutput("Ctrl-C stops everything");
      expect(findKey(mesh.output)).toBe(keyBefore);
      expect(mesh.output).toMatch(/demo +unchanged/);
    },
  );

  test(
    "kill -9 leaves no process behind, and the next start is not blocked by the lock",
    { timeout: 300_000 },
    async () => {
      const pids = await listDescendants(mesh.child.pid);
      expect(pids.length).toBeGreaterThanOrEqual(8);
      mesh.child.kill("SIGKILL");
      await waitForExits(pids);
      expect(await runScript("scripts/where.mjs")).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("npm start"),
      });

      mesh = startMesh();
      await mesh.waitForOutput("Ctrl-C stops everything");
      expect(mesh.output).toMatch(/demo +unchanged/);
    },
  );
});

async function waitForExits(pids) {
  await waitFor("the exit of every child", () => !pids.some(isProcessAlive), { timeoutMs: 60_000 });
}

async function listDescendants(pid) {
  const { stdout } = await runCommand("ps", ["-eo", "pid=,ppid="]);
  const rows = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const listChildren = (parent) =>
    rows.filter(([, ppid]) => ppid === parent).flatMap(([own]) => [own, ...listChildren(own)]);
  return listChildren(pid);
}
