// What a second `npm start` finds after the first one was stopped or killed.
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./lib/paths.mjs";
import { runCommand } from "./lib/process/run-command.mjs";
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
}, 180_000);
afterAll(() => cleanUpStart(mesh, env));

test("after Ctrl-C the next start has the same key and data", { timeout: 300_000 }, async () => {
  mesh.child.kill("SIGINT");
  expect(await mesh.exited).toBe(0);
  const keyBefore = findKey(mesh.output);
  mesh = await startAsUser(env);
  expect(findKey(mesh.output)).toBe(keyBefore);
  expect(mesh.output).toMatch(/demo +unchanged/);
});

test(
  "kill -9 leaves no process behind, and the next start is not blocked by the lock",
  { timeout: 300_000 },
  async () => {
    const pids = await listDescendants(mesh.child.pid);
    expect(pids.length).toBeGreaterThanOrEqual(8);
    mesh.child.kill("SIGKILL");
    await waitForExits(pids);
    expect(await runCommand(process.execPath, ["scripts/where.mjs"], { cwd: root, env })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("npm start"),
    });

    mesh = await startAsUser(env);
    expect(mesh.output).toMatch(/demo +unchanged/);
  },
);
