import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startExternalProcess } from "../process/external-process.mjs";
import { waitFor } from "../process/wait-for.mjs";
import { watchPrograms } from "./test-backend.mjs";

const logDir = await mkdtemp(join(tmpdir(), "test-backend-"));
afterAll(() => rm(logDir, { recursive: true, force: true }));
const start = (name) =>
  startExternalProcess({ name, path: "sleep", args: [300], logDir, waitUntilReady: async () => undefined });

test("a database that ends while tests run is reported as a problem of the run, and one that is stopped is not", async () => {
  const [mongod, nats] = await Promise.all(["mongod", "nats-server"].map(start));
  const { problems, stop } = watchPrograms([mongod, nats]);
  mongod.kill("SIGKILL");
  await waitFor("the problem", () => problems.length === 1, { timeoutMs: 60_000 });
  expect(problems[0]).toMatch(/^mongod ended with exit code 137 while tests ran/);
  await stop();
  await nats.exited;
  expect(problems).toHaveLength(1);
});
