// What a second `npm start` finds after the first one was stopped or killed.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MongoClient } from "mongodb";
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

async function startAgain(...args) {
  mesh.child.kill("SIGINT");
  expect(await mesh.exited).toBe(0);
  mesh = await startAsUser(env, ...args);
}
async function readJobLog() {
  const { stdout } = await runCommand(process.execPath, ["scripts/where.mjs"], { cwd: root, env });
  const [, folder] = /^logs +(.+)$/m.exec(stdout);
  return readFile(join(folder, "migrations.log"), "utf8");
}

test("after Ctrl-C the next start has the same key and data", { timeout: 300_000 }, async () => {
  const keyBefore = findKey(mesh.output);
  const jobsBefore = await readJobLog();
  await startAgain();
  expect(findKey(mesh.output)).toBe(keyBefore);
  expect(mesh.output).toMatch(/demo +unchanged/);
  // No migration job has run, because every database has the schema of this build.
  expect(await readJobLog()).toBe(jobsBefore);
});

test.each([{ args: ["--target", "all"] }, { args: [] }])(
  "a database with other indexes than those of this build gets them from a migration job (npm start, $args)",
  { timeout: 300_000 },
  async ({ args }) => {
    const { stdout } = await runCommand(process.execPath, ["scripts/where.mjs"], { cwd: root, env });
    const [, url] = /^mongodb +(\S+)/m.exec(stdout);
    await useDatabase(url, async (supply) => {
      await supply.collection("withdrawals").dropIndexes();
      await supply.collection("migrations").updateOne({ _id: 1 }, { $set: { indexes: "those of another build" } });
    });
    await startAgain(...args);
    const indexes = await useDatabase(url, (supply) => supply.collection("withdrawals").indexes());
    expect(indexes.length).toBeGreaterThan(1);
  },
);

async function useDatabase(url, work) {
  const client = await MongoClient.connect(url);
  try {
    return await work(client.db("supply"));
  } finally {
    await client.close();
  }
}

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
