// `npm start -- --target all`, with a data folder of its own.
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./lib/paths.mjs";
import { isProcessAlive } from "./lib/process/ports.mjs";
import { runCommand } from "./lib/process/run-command.mjs";
import { cleanUpStart, createStartEnv, startAsUser } from "./lib/test/start-as-user.mjs";

let env;
let mesh;
beforeAll(async () => {
  env = await createStartEnv();
  mesh = await startAsUser(env, "--target", "all");
}, 180_000);
afterAll(() => cleanUpStart(mesh, env));

const runScript = (script) => runCommand(process.execPath, [script], { cwd: root, env });

test("npm start -- --target all runs everything in one process, passes the smoke test, and Ctrl-C leaves nothing", async () => {
  expect(mesh.output).toMatch(/console +http:\/\/localhost:\d+\/\S+/);
  const { stdout } = await runScript("scripts/where.mjs");
  const pids = [...stdout.matchAll(/^(\w[\w-]*) +(\d+)( |$)/gm)].map(([, name, pid]) => [name, Number(pid)]);
  expect(new Set(pids.map(([name]) => name))).toEqual(new Set(["supervisor", "mongod", "nats-server", "all"]));
  expect(await runScript("scripts/smoke.mjs")).toMatchObject({ code: 0 });
  mesh.child.kill("SIGINT");
  expect(await mesh.exited).toBe(0);
  expect(pids.filter(([, pid]) => isProcessAlive(pid))).toEqual([]);
});
