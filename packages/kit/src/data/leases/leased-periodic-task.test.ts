import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "../../telemetry/logger.js";
import { eventually, openTestDatabase, testBackend } from "../../testing/index.js";
import type { Database } from "../database.types.js";
import type { LeaseRow } from "../infrastructure.js";
import { startLeasedPeriodicTask } from "./leased-periodic-task.js";

const logger = createLogger("kit", "silent");
const everyMs = 10;
let database: Database;
beforeAll(async () => {
  const name = `test_kit_task_${randomBytes(4).toString("hex")}`;
  database = await openTestDatabase({ url: testBackend().mongodbUrl, name, appName: "kit", logger });
});
afterAll(() => database.close());

const findLease = (name: string) => database.infrastructure<LeaseRow>("leases").findOne({ _id: name });

test("one process at a time runs the task; when it stops, another one runs it", async () => {
  const rounds = { first: 0, second: 0 };
  const start = (process: keyof typeof rounds) =>
    startLeasedPeriodicTask(
      { database, logger },
      { name: "takeover", everyMs, run: async () => void (rounds[process] += 1) },
    );
  const stopFirst = start("first");
  await eventually(() => expect(rounds.first).toBeGreaterThan(0));
  const stopSecond = start("second");
  const seen = rounds.first;
  await eventually(() => expect(rounds.first).toBeGreaterThan(seen + 3));
  expect(rounds.second).toBe(0);
  await stopFirst();
  await eventually(() => expect(rounds.second).toBeGreaterThan(0));
  await stopSecond();
});

test("a process that keeps the lease also runs the next round, after any interval", async () => {
  const hourMs = 3_600_000;
  const rounds = { first: 0, second: 0 };
  const start = (process: keyof typeof rounds) => {
    const run = async () => void (rounds[process] += 1);
    const task = { name: "keeps", everyMs: hourMs, runAtStart: true, keepsLease: true, run };
    return startLeasedPeriodicTask({ database, logger }, task);
  };
  const stopFirst = start("first");
  await eventually(() => expect(rounds.first).toBe(1));
  expect((await findLease("keeps"))?.until.getTime()).toBeGreaterThan(Date.now() + hourMs);
  const stopSecond = start("second");
  await stopSecond();
  expect(rounds).toEqual({ first: 1, second: 0 });
  await stopFirst();
  expect(await findLease("keeps")).toBeNull();
});

test("stop waits for the running round and releases the lease", async () => {
  let finish: () => void = () => undefined;
  let hasFinished = false;
  let hasBegun = false;
  const stop = startLeasedPeriodicTask(
    { database, logger },
    {
      name: "stop",
      everyMs,
      run: async () => {
        hasBegun = true;
        await new Promise<void>((resolve) => (finish = resolve));
        hasFinished = true;
      },
    },
  );
  await eventually(() => expect(hasBegun).toBe(true));
  const stopped = stop();
  expect(await findLease("stop")).not.toBeNull();
  finish();
  await stopped;
  expect(hasFinished).toBe(true);
  expect(await findLease("stop")).toBeNull();
});

test("a process stopped while it waits for the lease begins no round", async () => {
  let rounds = 0;
  const task = { name: "stopped early", everyMs, runAtStart: true, run: async () => void (rounds += 1) };
  await startLeasedPeriodicTask({ database, logger }, task)();
  expect(rounds).toBe(0);
  expect(await findLease("stopped early")).toBeNull();
});

test("a round that returns true is followed at once by the next one, and a failed round after the interval", async () => {
  const log: string[] = [];
  const stop = startLeasedPeriodicTask(
    { database, logger },
    {
      name: "rounds",
      everyMs,
      run: async () => {
        log.push("round");
        if (log.length === 2) throw new Error("no");
        return log.length < 3;
      },
    },
  );
  await eventually(() => expect(log.length).toBeGreaterThan(4));
  await stop();
});
