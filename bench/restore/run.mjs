// npm run bench -- restore: how long a restore takes with much data. Follows docs/backup-and-restore.md: seeds every service
// with consistent records, copies the files of MongoDB as a snapshot of the volume does, loses MongoDB and NATS with everything they
// store, restores, and prints the seconds from the loss until the first read, write and webhook, and until the reconciliation of each service.
// Options: --records 2000000 (of all services together) --no-build.
import { cpSync, readdirSync, rmSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { MongoClient } from "mongodb";
import { createBusiness, createRounds } from "../../scripts/lib/agents/business.mjs";
import { createCaller } from "../../scripts/lib/agents/calls.mjs";
import { startMongod } from "../../scripts/lib/backend/mongod.mjs";
import { startNats } from "../../scripts/lib/backend/nats.mjs";
import { startMesh } from "../../scripts/lib/mesh/mesh.mjs";
import { withoutLimits } from "../../scripts/lib/mesh/without-limits.mjs";
import { buildPackages } from "../../scripts/lib/setup/build.mjs";
import { reconcileService, seedService } from "../reconcile/large-business.mjs";
import { createRecords } from "../reconcile/records.mjs";

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { records: { type: "string", default: "2000000" }, build: { type: "boolean", default: true } },
  allowNegative: true,
});
const pollMs = 20;
/** Five services have `rows` records of one kind, and about a tenth as many of those that they belong to. */
const rows = Math.round(Number(values.records) / 5.5 / 100) * 100;

if (values.build) await buildPackages();
const dataDir = await mkdtemp(join(tmpdir(), "tenant-ops-restore-"));
const [dbPath, snapshot] = [join(dataDir, "mongod"), join(dataDir, "snapshot")];
const [mongod, nats] = await Promise.all([startMongod({ dataDir }), startNats({ dataDir })]);
const mesh = await startMesh({
  ...{ mongodbUrl: mongod.url, natsUrl: nats.url, dataDir, databasePrefix: "" },
  env: { gateway: withoutLimits },
});
const processes = Object.values(mesh.processes);
const caller = createCaller({ gatewayUrls: mesh.gatewayUrls, isOver: () => false });
const business = await createBusiness({ mesh, caller });
const records = createRecords(business.businessId, rows);
const services = Object.keys(records);
try {
  await createRounds(business).withdrawals("before");
  await waitUntilDelivered("before");
  const sizes = await seed();
  const snapshotSeconds = await measure(takeSnapshot);
  const onDisk = measureFolder(snapshot);
  await loseEverything();
  const steps = await restore();
  print([
    `${sizes.records} records, ${sizes.megabytes} MB in MongoDB, ${onDisk} MB of files`,
    `snapshot: ${snapshotSeconds.toFixed(1)} s`,
    ...steps.map(([step, seconds]) => `${step}: ${seconds.toFixed(1)} s after the loss`),
  ]);
} finally {
  business.receiver.close();
  await mesh.stop();
  await Promise.all([mongod.stop(), nats.stop()]);
  await rm(dataDir, { recursive: true, force: true });
}

/** The mesh is stopped during the seeding, because the collections have no indexes until they are full. */
async function seed() {
  await Promise.all(processes.map((process) => process.stop()));
  const client = await MongoClient.connect(mongod.url);
  try {
    for (const service of services) await seedService(client, service, records[service]);
    for (const service of services) await reconcile(service, "--repair");
    await Promise.all(processes.map((process) => process.start()));
    return await measureDatabases(client, services);
  } finally {
    await client.close();
  }
}

/** As a snapshot of the volume: the files at one moment. */
async function takeSnapshot() {
  const client = await MongoClient.connect(mongod.url);
  const admin = client.db("admin");
  await admin.command({ fsync: 1, lock: true });
  cpSync(dbPath, snapshot, { recursive: true });
  await admin.command({ fsyncUnlock: 1 });
  await client.close();
}

async function loseEverything() {
  mongod.kill("SIGKILL");
  nats.kill("SIGKILL");
  await Promise.all([mongod.exited, nats.exited]);
  rmSync(dbPath, { recursive: true });
  rmSync(nats.storeDir, { recursive: true });
}

/** The steps of docs/backup-and-restore.md, "Restore". @returns `[step, seconds since the loss]` */
async function restore() {
  const lostAt = performance.now();
  const steps = [];
  const done = (step) => steps.push([step, (performance.now() - lostAt) / 1000]);
  await Promise.all(processes.map((process) => process.stop()));
  cpSync(snapshot, dbPath, { recursive: true });
  rmSync(join(dbPath, "mongod.lock"), { force: true });
  done("files copied back");
  await Promise.all([mongod.start(), nats.start()]);
  done("MongoDB and NATS answer");
  await Promise.all(processes.map((process) => process.start()));
  done("all processes ready");
  const { service_center_id } = business.supply;
  await business.calls.tool("supply_list_service_center_stocks", { service_center_id });
  done("first read");
  await createRounds(business).withdrawals("after");
  done("first write");
  await waitUntilDelivered("after");
  done("its webhook");
  for (const service of services) {
    if ((await reconcile(service)) !== 0) process.exitCode = 1;
    done(`${service} reconciled`);
  }
  return steps;
}

async function waitUntilDelivered(workerId) {
  const isDelivered = ({ type, data }) => type === "withdrawal.created" && data.workerId === workerId;
  while (![...business.receiver.events.values()].some(isDelivered)) await sleep(pollMs);
}

async function reconcile(service, ...options) {
  const { code } = await reconcileService({ mongodbUrl: mongod.url, database: service, service }, ...options);
  return code;
}

async function measure(work) {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

function print(lines) {
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** How many records the databases have, and their size before MongoDB compresses them. */
async function measureDatabases(client, names) {
  const stats = await Promise.all(names.map((name) => client.db(name).stats()));
  const sum = (field) => stats.reduce((total, one) => total + one[field], 0);
  return { records: sum("objects"), megabytes: Math.round(sum("dataSize") / 1e6) };
}

/** MB of all files. */
function measureFolder(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return Math.round(bytes / 1e6);
}
