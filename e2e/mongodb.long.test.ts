import { setTimeout as sleep } from "node:timers/promises";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@tenant-ops/kit/testing";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReplicaSet, startReplicaSet } from "../scripts/lib/backend/mongod.mjs";
import {
  type Business,
  readCurrentStock,
  createCenterStock,
  listWithdrawals,
  type OwnTestMesh,
  startTestMesh,
} from "./support/mesh/test-mesh.js";
import { startBackgroundWithdrawals } from "./support/faults/background-withdrawals.js";

const units = 100_000;
let replicaSet: ReplicaSet;
let testMesh: OwnTestMesh;
let business: Business;
let ids: object;
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "replica-set-"));
  replicaSet = await startReplicaSet({ dataDir });
  testMesh = await startTestMesh({ mongodbUrl: replicaSet.url, services: ["supply"] });
  business = await testMesh.createBusiness();
  ({ ids } = await createCenterStock(testMesh, business, units));
});
afterAll(async () => {
  await testMesh?.stop();
  await replicaSet?.stop();
});

/** The answers that are allowed during the election of a new primary. All but 200 ask to repeat the call. */
const retryable = new Set([
  "200",
  "503 service_unavailable",
  "504 deadline_exceeded",
  "409 idempotency_in_flight",
  "503 overloaded",
]);

async function expectNoWithdrawalLostDuring(fault: () => Promise<void>): Promise<void> {
  const before = units - (await readCurrentStock(testMesh, business));
  const load = startBackgroundWithdrawals(testMesh, business, ids, 6);
  await eventually(() => expect(load.created.size).toBeGreaterThan(20), 90_000);
  await fault();
  const during = load.created.size;
  // Until every agent has succeeded again.
  await eventually(() => expect(load.created.size).toBeGreaterThanOrEqual(during + 12), 240_000);
  await load.stop();
  expect([...load.answers.keys()].filter((answer) => !retryable.has(answer))).toEqual([]);
  expect(units - (await readCurrentStock(testMesh, business))).toBe(before + load.created.size);
  const known = new Set((await listWithdrawals(testMesh, business)).map(({ _id }) => _id));
  expect([...load.created].filter((id) => !known.has(id))).toEqual([]);
}

test(
  "when the primary steps down, acknowledged withdrawals are kept and agents continue",
  () =>
    expectNoWithdrawalLostDuring(async () => {
      const client = await new MongoClient(replicaSet.url).connect();
      await client.db("admin").command({ replSetStepDown: 120, secondaryCatchUpPeriodSecs: 100 });
      await client.close();
    }),
  600_000,
);

test(
  "when the primary is killed, acknowledged withdrawals are kept and agents continue",
  () =>
    expectNoWithdrawalLostDuring(async () => {
      const primary = await replicaSet.primary();
      primary.kill("SIGKILL");
      await primary.exited;
      await replicaSet.primary();
      await primary.start();
    }),
  600_000,
);

test(
  "when the primary is frozen for three seconds, acknowledged withdrawals are kept and agents continue",
  () =>
    expectNoWithdrawalLostDuring(async () => {
      const primary = await replicaSet.primary();
      primary.kill("SIGSTOP");
      await sleep(3000);
      primary.kill("SIGCONT");
    }),
  600_000,
);
