// `npm start` as a newcomer meets it, on a data folder of its own.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "./lib/paths.mjs";
import { freePort } from "./lib/ports.mjs";
import { run, until } from "./lib/run.mjs";

const folder = process.env.TEST_RUN_DIR ?? tmpdir();
let env;
let port;
let started;

beforeAll(async () => {
  port = await freePort();
  const { MONGODB_URL: _mongodb, NATS_URL: _nats, ...inherited } = process.env;
  env = { ...inherited, PORT: String(port), NO_COLOR: "1", TENANT_OPS_DATA: await mkdtemp(join(folder, "start-")) };
  started = start();
  await started.untilItSays("Ctrl-C stops everything");
});
afterAll(async () => {
  started.child.kill("SIGKILL");
  // Only the database: `npm test` searches the logs of these processes too.
  await rm(join(env.TENANT_OPS_DATA, "mongod"), { recursive: true, force: true });
});

function start() {
  const child = spawn(process.execPath, ["scripts/start.mjs"], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const started = { child, output: "", exited: new Promise((resolve) => child.once("exit", resolve)) };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => (started.output += text));
  }
  started.untilItSays = async (text) => {
    const giveUp = () => (child.exitCode === null ? undefined : `it ended:\n${started.output}`);
    await until(`"${text}"`, () => started.output.includes(text), { giveUp, timeoutMs: 60_000 });
  };
  return started;
}

const command = (...args) => run(process.execPath, args, { cwd: root, env });
const keyIn = (output) => /API key\s+(\S+)/.exec(output)?.[1];

describe("npm start", () => {
  test("prints a curl line that shows the demo business's products", async () => {
    const [, line] = /try it\s+(curl .*)/.exec(started.output);
    const { stdout } = await run("sh", ["-c", line]);
    expect(JSON.parse(stdout).items.length).toBeGreaterThanOrEqual(3);
  });

  test("keeps the demo key for the owner's eyes only", async () => {
    const file = join(env.TENANT_OPS_DATA, "demo.json");
    expect(JSON.parse(await readFile(file, "utf8")).key).toBe(keyIn(started.output));
    const { stat } = await import("node:fs/promises");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test("a second one finds the living mesh and says so", async () => {
    const second = await command("scripts/start.mjs");
    expect(second).toMatchObject({ code: 0, stdout: expect.stringContaining("runs already") });
    expect(keyIn(second.stdout)).toBe(keyIn(started.output));
    expect(second.stdout).toContain(`Ctrl-C where it was started, or \`kill `);
  });

  test("npm run tool calls a tool through the MCP client of deployed agents", async () => {
    const { code, stdout } = await command("scripts/tool.mjs", "supply_list_stocks", '{"limit":2}');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).items).toHaveLength(2);
  });

  test("npm run smoke finds nothing wrong, and stock equals its movements afterwards", async () => {
    expect(await command("scripts/smoke.mjs")).toMatchObject({ code: 0, stderr: "" });
    expect(await command("scripts/reconcile.mjs")).toMatchObject({ code: 0 });
  });

  test("npm run reset refuses while the mesh runs", async () => {
    expect(await command("scripts/reset.mjs")).toMatchObject({ code: 1, stderr: expect.stringContaining("Ctrl-C") });
  });

  // The last one: it ends the mesh.
  test("Ctrl-C leaves no process behind, and the next start has the same key and data", async () => {
    const family = await descendantsOf(started.child.pid);
    expect(family.length).toBeGreaterThanOrEqual(8);
    started.child.kill("SIGINT");
    expect(await started.exited).toBe(0);
    await until("the end of every child", () => family.every((pid) => !isAlive(pid)));

    const before = keyIn(started.output);
    started = start();
    await started.untilItSays("Ctrl-C stops everything");
    expect(keyIn(started.output)).toBe(before);
    expect(started.output).toContain("as it was left");
  });

  test("killed without a chance to clean up, it leaves no process behind either", async () => {
    const family = await descendantsOf(started.child.pid);
    started.child.kill("SIGKILL");
    await until("the end of every child", () => family.every((pid) => !isAlive(pid)), { timeoutMs: 15_000 });
  });
});

test("a start that fails says which part, why, and what to do", async () => {
  const { code, stderr } = await run(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env: { ...env, TENANT_OPS_DATA: await mkdtemp(join(folder, "start-")), MONGODB_URL: "nonsense" },
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/Starting failed: \S+\n {2}why {2}.*\n[^]*\n {2}do {3}/);
});

async function descendantsOf(pid) {
  const { stdout } = await run("ps", ["-eo", "pid=,ppid="]);
  const rows = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const children = (parent) => rows.filter(([, ppid]) => ppid === parent).flatMap(([own]) => [own, ...children(own)]);
  return children(pid);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
