// `npm start` and the commands for the running mesh, with a data folder of their own.
import { mkdtemp, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "./lib/paths.mjs";
import { isProcessAlive } from "./lib/process/ports.mjs";
import { runCommand } from "./lib/process/run-command.mjs";
import { readShellBlocks } from "./lib/test/shell-blocks.mjs";
import {
  cleanUpStart,
  createStartEnv,
  findKey,
  listDescendants,
  startAsUser,
  waitForExits,
} from "./lib/test/start-as-user.mjs";

let env;
let mesh;
beforeAll(async () => {
  env = await createStartEnv();
  mesh = await startAsUser(env);
});
afterAll(() => cleanUpStart(mesh, env));

const runScript = (...args) => runCommand(process.execPath, args, { cwd: root, env });

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
    const cwd = await mkdtemp(join(tmpdir(), "quick-start-"));
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

  // The last test stops the mesh.
  test("Ctrl-C leaves no process behind", async () => {
    const pids = await listDescendants(mesh.child.pid);
    expect(pids.length).toBeGreaterThanOrEqual(8);
    mesh.child.kill("SIGINT");
    expect(await mesh.exited).toBe(0);
    await waitForExits(pids);
  });
});
