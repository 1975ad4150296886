import { setTimeout as sleep } from "node:timers/promises";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReplicaSet, startReplicaSet } from "../scripts/lib/backend/mongod.mjs";
import { type Business, currentStock, givenCenterStock, history, type House, startHouse } from "./support/house.js";
import { keepWithdrawing } from "./support/withdrawing.js";

const units = 100_000;
let replicaSet: ReplicaSet;
let house: House;
let business: Business;
let ids: object;
beforeAll(async () => {
  const dataDir = await mkdtemp(join(process.env["TEST_RUN_DIR"] ?? tmpdir(), "replica-set-"));
  replicaSet = await startReplicaSet({ dataDir });
  house = await startHouse({ mongodbUrl: replicaSet.url, services: ["supply"] });
  business = await house.newBusiness();
  ({ ids } = await givenCenterStock(house, business, units));
});
afterAll(async () => {
  await house?.stop();
  await replicaSet?.stop();
});

/** What an agent may be told while the database looks for a new primary; each of them asks to send the call again. */
const retryable = new Set([
  "200",
  "503 service_unavailable",
  "504 deadline_exceeded",
  "409 idempotency_in_flight",
  "503 overloaded",
]);

async function whileWithdrawing(trouble: () => Promise<void>): Promise<void> {
  const before = units - (await currentStock(house, business));
  const load = keepWithdrawing(house, business, ids, 6);
  await sleep(500);
  await trouble();
  const during = load.created.size;
  // Every agent gets through again.
  while (load.created.size < during + 12) await sleep(50);
  await load.stop();
  expect([...load.answers.keys()].filter((answer) => !retryable.has(answer))).toEqual([]);
  expect(units - (await currentStock(house, business))).toBe(before + load.created.size);
  const known = new Set((await history(house, business)).map(({ _id }) => _id));
  expect([...load.created].filter((id) => !known.has(id))).toEqual([]);
}

test(
  "the primary steps down: what was acknowledged is kept, and the agents go on",
  () =>
    whileWithdrawing(async () => {
      const client = await new MongoClient(replicaSet.url).connect();
      await client.db("admin").command({ replSetStepDown: 20, secondaryCatchUpPeriodSecs: 5 });
      await client.close();
    }),
  120_000,
);

test(
  "the primary is killed: what was acknowledged is kept, and the agents go on",
  () =>
    whileWithdrawing(async () => {
      const primary = await replicaSet.primary();
      primary.kill("SIGKILL");
      await primary.exited;
      await replicaSet.primary();
      await primary.start();
    }),
  120_000,
);

test(
  "the primary freezes and thaws: what was acknowledged is kept, and the agents go on",
  () =>
    whileWithdrawing(async () => {
      const primary = await replicaSet.primary();
      primary.kill("SIGSTOP");
      await sleep(3000);
      primary.kill("SIGCONT");
    }),
  120_000,
);
