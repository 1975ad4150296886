// What the commands print when they cannot work: a sentence, not a stack trace.
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { root } from "./lib/paths.mjs";
import { runCommand } from "./lib/process/run-command.mjs";

let env;
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "commands-"));
  env = { ...process.env, NO_COLOR: "1", TENANT_OPS_DATA: dataDir };
});

const runNode = (args, options) => runCommand(process.execPath, args, { cwd: root, env, ...options });
const commands = ["scripts/start.mjs", "scripts/test.mjs", "scripts/check.mjs", "scripts/dev.mjs"];

test.each(commands)("%s says which Node.js it needs", async (script) => {
  const oldNode = `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"18.20.4"}})`;
  const { code, stderr } = await runNode(["--import", oldNode, script]);
  expect(code).toBe(1);
  expect(stderr.trim()).toBe("This is Node.js 18.20.4. Install Node.js 20.19 or newer, then run the command again.");
});

// Only root can start a process as another user, one that may not write the checkout.
test.runIf(process.getuid?.() === 0).each(commands)("%s says that the folder cannot be written", async (script) => {
  const { code, stderr } = await runNode([script], { uid: 65_534, gid: 65_534 });
  expect(code).toBe(1);
  expect(stderr).toContain("cannot be written (EACCES)");
  expect(stderr).not.toContain("    at ");
});

test("npm start says which part failed, why, and what to do", async () => {
  const { code, stderr } = await runNode(["scripts/start.mjs"], { env: { ...env, MONGODB_URL: "nonsense" } });
  expect(code).toBe(1);
  expect(stderr).toMatch(/Starting failed: \S+\n {2}why {2}.*\n[^]*\n {2}do {3}/);
});

test("npm start with PORT=abc says what PORT must be", async () => {
  const { code, stderr } = await runNode(["scripts/start.mjs"], { env: { ...env, PORT: "abc" } });
  expect(code).toBe(1);
  expect(stderr).toContain(`why  "abc" is not a port`);
  expect(stderr).toContain("do   set PORT to a whole number from 1 to 65535");
});

test("npm start refuses another target and names the known ones", async () => {
  const { code, stderr } = await runCommand(process.execPath, ["scripts/start.mjs", "--target", "some"], { cwd: root });
  expect([code, stderr]).toEqual([1, "--target some: not one of mesh, all\n"]);
});

const strict = [
  "scripts/start.mjs",
  "scripts/reset.mjs",
  "scripts/backend.mjs",
  "scripts/migrate.mjs",
  "scripts/reconcile.mjs",
  "scripts/smoke.mjs",
  "scripts/where.mjs",
  "scripts/console-link.mjs",
  "e2e/chaos/run.mjs",
  "bench/main.mjs",
];
test.each(strict)("%s names an option that it does not know, and deletes nothing", async (script) => {
  const { code, stderr } = await runNode([script, "--sead=7"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/failed: arguments\n {2}why {2}Unknown option '--sead'$/m);
  expect(existsSync(env.TENANT_OPS_DATA)).toBe(true);
});

test("npm run reset refuses a data folder that contains the home folder of the user", async () => {
  const home = await mkdtemp(join(env.TENANT_OPS_DATA, "home-"));
  const { code, stderr } = await runNode(["scripts/reset.mjs"], { env: { ...env, HOME: home } });
  expect(code).toBe(1);
  expect(stderr).toContain(
    `TENANT_OPS_DATA is ${env.TENANT_OPS_DATA}, which contains more than the data of this checkout`,
  );
  expect(existsSync(home)).toBe(true);
});

test("an empty TENANT_OPS_DATA is the data folder of the checkout, not the checkout", async () => {
  const program = 'import("./scripts/lib/paths.mjs").then(({ dataDir }) => console.log(dataDir))';
  const { stdout } = await runNode(["--eval", program], { env: { ...env, TENANT_OPS_DATA: "" } });
  expect(stdout.trim()).toBe(join(root, ".data"));
});

test("npm run tool -- --help works without a mesh", async () => {
  const { code, stdout } = await runNode(["scripts/tool.mjs", "--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("npm run tool -- <name>");
});

test("npm run reconcile -- --help works without a mesh, and names the services and what is not compared", async () => {
  const { code, stdout } = await runNode(["scripts/reconcile.mjs", "--help"]);
  expect(code).toBe(0);
  for (const text of ["flows", "--business <id>", "--repair", "have no records"]) expect(stdout).toContain(text);
});

test("a command whose output is cut off by its reader prints no stack trace", async () => {
  const script = '"$0" scripts/tool.mjs --help | true; echo "${PIPESTATUS[0]}"';
  const { stdout, stderr } = await runCommand("bash", ["-c", script, process.execPath], { cwd: root, env });
  expect([stdout.trim(), stderr]).toEqual(["0", ""]);
});

test.each(["scripts/tool.mjs", "scripts/where.mjs", "scripts/smoke.mjs"])(
  "%s without a mesh names npm start",
  async (script) => {
    const { code, stderr } = await runNode([script]);
    expect(code).toBe(1);
    expect(stderr).toContain("run `npm start` in another terminal");
  },
);
