import { cpSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@tenant-ops/kit/testing";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startMongod } from "../scripts/lib/backend/mongod.mjs";
import { runCommand } from "../scripts/lib/process/run-command.mjs";
import { startBackgroundWithdrawals } from "./support/faults/background-withdrawals.js";
import {
  type Business,
  createCenterStock,
  listWithdrawals,
  type OwnTestMesh,
  readCurrentStock,
  startTestMesh,
  withdrawalArguments,
} from "./support/mesh/test-mesh.js";
import { startWebhookReceiver } from "./support/calls/webhook-receiver.js";

const units = 100_000;
const supplyProgram = join(import.meta.dirname, "../services/supply/dist/main.js");
let dataDir: string;
let mongod: Awaited<ReturnType<typeof startMongod>>;
let testMesh: OwnTestMesh;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "backup-"));
  mongod = await startMongod({ dataDir });
  testMesh = await startTestMesh({ mongodbUrl: mongod.url, services: ["supply", "webhooks"] });
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  receiver?.close();
  await testMesh?.stop();
  await mongod?.stop();
});

const dbPath = () => join(dataDir, "mongod");
const snapshotPath = () => join(dataDir, "snapshot");

/** As a snapshot of the volume: the files at one moment, while calls arrive. @returns the result of `readBefore` from before that moment */
async function takeSnapshot<T>(readBefore: () => T): Promise<T> {
  const client = await new MongoClient(mongod.url).connect();
  const admin = client.db("admin");
  const before = readBefore();
  await admin.command({ fsync: 1, lock: true });
  cpSync(dbPath(), snapshotPath(), { recursive: true });
  await admin.command({ fsyncUnlock: 1 });
  await client.close();
  return before;
}

/** Database and broker are lost at once, and only the snapshot remains. Follows docs/backup-and-restore.md, "Restore". */
async function loseAllAndRestore(): Promise<void> {
  const { nats } = testMesh.mesh;
  if (!nats) throw new Error("this test needs a NATS of its own");
  mongod.kill("SIGKILL");
  nats.kill("SIGKILL");
  await Promise.all([mongod.exited, nats.exited]);
  const processes = Object.values(testMesh.mesh.processes);
  await Promise.all(processes.map((process) => process.stop()));
  rmSync(dbPath(), { recursive: true });
  rmSync(nats.storeDir, { recursive: true });

  cpSync(snapshotPath(), dbPath(), { recursive: true });
  rmSync(join(dbPath(), "mongod.lock"), { force: true });
  await mongod.start();
  await nats.start();
  await Promise.all(processes.map((process) => process.start()));
}

async function reconcile(): Promise<number | null> {
  const env = {
    ...process.env,
    MONGODB_URL: testMesh.mesh.mongodbUrl,
    MONGODB_DATABASE: `${testMesh.mesh.databasePrefix}supply`,
  };
  return (await runCommand(process.execPath, [supplyProgram, "--reconcile"], { env })).code;
}

const countDeliveries = (withdrawalId: string) =>
  new Set(
    receiver.requests
      .filter(({ body }) => body.includes(withdrawalId))
      .map(({ headers }) => String(headers["webhook-id"])),
  ).size;

test("a snapshot restores every write from before it and no partial write; repeats of later writes are carried out once", async () => {
  const business: Business = await testMesh.createBusiness();
  const { ids } = await createCenterStock(testMesh, business, units);
  const endpoint = { url: receiver.url, events: ["withdrawal.created"] };
  await testMesh.callRestOrThrow(business, "POST", "/v1/public/webhooks/endpoints", endpoint);
  const load = startBackgroundWithdrawals(testMesh, business, ids, 4);
  await eventually(() => expect(load.created.size).toBeGreaterThan(50), 120_000);

  const before = await takeSnapshot(() => new Set(load.created));
  const during = load.created.size;
  await eventually(() => expect(load.created.size).toBeGreaterThan(during + 50), 120_000);
  await load.stop();
  const args = withdrawalArguments({ ...ids, worker_id: "after-the-snapshot" });
  const { proposal_token } = await testMesh.callToolOrThrow(business, "supply_propose_withdrawal", args);
  const approval = { ...args, proposal_token };
  const lost = await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", approval);

  const startedAt = Date.now();
  await loseAllAndRestore();
  const restored = await eventually(() => listWithdrawals(testMesh, business), 120_000);
  console.info(
    `restored in ${Date.now() - startedAt} ms; ${load.created.size + 1 - restored.length} withdrawals of after the snapshot are gone`,
  );

  // Every acknowledged write from before the snapshot, with the key and the endpoint of the business.
  const known = new Set(restored.map(({ _id }) => _id));
  expect([...before].filter((id) => !known.has(id))).toEqual([]);
  expect(known.has(String(lost["_id"]))).toBe(false);
  expect(await readCurrentStock(testMesh, business)).toBe(units - restored.length);
  expect(await reconcile()).toBe(0);

  // Writes that were acknowledged after the snapshot are lost. Their approvals can be repeated, and are carried out once.
  const repeated = await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", approval);
  const again = await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", approval);
  expect(again["_id"]).toBe(repeated["_id"]);
  expect(await listWithdrawals(testMesh, business)).toHaveLength(restored.length + 1);

  // The stream is new: its events are those of the outbox, and each withdrawal has one webhook-id, however often it was sent.
  await eventually(() => {
    const undelivered = [...known, String(repeated["_id"])].filter((id) => countDeliveries(id) !== 1);
    expect(undelivered).toEqual([]);
  }, 180_000);
}, 900_000);
