// npm run bench -- capacity: the cost of one operation of each area: CPU of every process, bytes in the databases, events; then connections
// and memory of the processes. README.md has the figures. Options: --operations 3000 --agents 16.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { MongoClient } from "mongodb";
import { createBusiness, createRounds } from "../scripts/lib/agents/business.mjs";
import { createCaller } from "../scripts/lib/agents/calls.mjs";
import { startMongod } from "../scripts/lib/backend/mongod.mjs";
import { loadDataLives } from "../scripts/lib/docs/load-data-lives.mjs";
import { startMesh } from "../scripts/lib/mesh/mesh.mjs";
import { withoutLimits } from "../scripts/lib/mesh/without-limits.mjs";
import { buildPackages } from "../scripts/lib/setup/build.mjs";
import { readCpuOfEach, readMemory } from "./cpu.mjs";

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    operations: { type: "string", default: "3000" },
    agents: { type: "string", default: "16" },
    build: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const [operations, agents] = [Number(values.operations), Number(values.agents)];
const warmUpOperations = 500;
/** Events and deliveries of the last operation are complete when the databases have not grown for this long. */
const quietMs = 3000;
if (values.build) await buildPackages();
const temporary = await findTemporary();
const dataDir = await mkdtemp(join(tmpdir(), "tenant-ops-capacity-"));
const mongod = await startMongod({ dataDir });
const client = await new MongoClient(mongod.url).connect();
const mesh = await startMesh({ mongodbUrl: mongod.url, dataDir, env: { gateway: withoutLimits } });
const pids = { ...pidsOf(mesh.processes), nats: mesh.nats.pid, mongod: mongod.pid };
const idleMemory = readEachMemory(mesh.processes);
const caller = createCaller({ gatewayUrls: mesh.gatewayUrls, isOver: () => true });
const business = await createBusiness({ mesh, caller });
const rows = [];
try {
  for (const [kind, work] of Object.entries(createRounds(business))) {
    await runRounds(kind, work, 0, warmUpOperations);
    await settle();
    const [cpu, size] = [readCpuOfEach(pids), await readSizes()];
    await runRounds(kind, work, warmUpOperations, operations);
    await settle();
    rows.push({ kind, cpu: subtract(readCpuOfEach(pids), cpu), size: subtract(await readSizes(), size) });
    process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`);
  }
  const { connections } = await client.db("admin").command({ serverStatus: 1 });
  process.stdout.write(formatTables(rows, connections.current, idleMemory, readEachMemory(mesh.processes)));
} finally {
  business.receiver.close();
  await mesh.stop();
  await client.close();
  await mongod.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function runRounds(kind, work, first, count) {
  let next = first;
  const runAgent = async () => {
    while (next < first + count) await work(`${kind}-${next++}`);
  };
  await Promise.all(Array.from({ length: agents }, runAgent));
}

/** Waits until the databases do not grow any more: then all events are sent and all webhooks delivered. */
async function settle() {
  let last = "";
  let since = Date.now();
  while (Date.now() - since < quietMs) {
    const now = JSON.stringify(await readSizes());
    if (now !== last) since = Date.now();
    last = now;
    await sleep(300);
  }
}

/** Bytes of documents and indexes that are kept, and that are deleted by age; bytes of events in NATS. */
async function readSizes() {
  const metrics = await (await fetch(`${mesh.adminUrls.supply}/metrics`)).text();
  const sizes = { kept: 0, temporary: 0, events: Number(/^tenantops_stream_bytes.* (\S+)$/m.exec(metrics)?.[1]) };
  const { databases } = await client.db("admin").command({ listDatabases: 1, nameOnly: true });
  for (const { name } of databases.filter((database) => database.name.startsWith(mesh.databasePrefix))) {
    const database = client.db(name);
    for (const collection of await database.listCollections({}, { nameOnly: true }).toArray()) {
      const [stats] = await database
        .collection(collection.name)
        .aggregate([{ $collStats: { storageStats: {} } }])
        .toArray();
      const { size, totalIndexSize } = stats.storageStats;
      const owned = `${name.slice(mesh.databasePrefix.length)}.${collection.name}`;
      sizes[temporary.has(owned) ? "temporary" : "kept"] += size + totalIndexSize;
    }
  }
  return sizes;
}

/** The collections, as `service.collection`, from which MongoDB deletes by age. */
async function findTemporary() {
  const lives = await loadDataLives();
  const names = lives.flatMap(([folder, collections]) =>
    Object.entries(collections)
      .filter(([, { retention }]) => retention.kept === "days_after")
      .flatMap(([name]) =>
        folder === "packages/kit"
          ? lives.map(([owner]) => `${basename(owner)}.${name}`)
          : [`${basename(folder)}.${name}`],
      ),
  );
  return new Set(names);
}

function pidsOf(processes) {
  return Object.fromEntries(Object.entries(processes).map(([name, { pid }]) => [name, pid]));
}

function readEachMemory(processes) {
  return Object.fromEntries(Object.entries(pidsOf(processes)).map(([name, pid]) => [name, readMemory([pid])]));
}

/** Per operation. */
function subtract(after, before) {
  return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, (value - before[name]) / operations]));
}

function formatTables(measured, connections, idle, loaded) {
  const names = Object.keys(pids);
  const toMillis = (seconds) => (seconds * 1000).toFixed(2);
  const perOperation = measured.map(({ kind, cpu, size }) => {
    const total = Object.values(cpu).reduce((sum, seconds) => sum + seconds, 0);
    const cells = [toMillis(total), ...names.map((name) => toMillis(cpu[name]))];
    return `| ${kind} | ${[...cells, ...Object.values(size).map(Math.round)].join(" | ")} |`;
  });
  const memory = Object.keys(idle).map((name) => `| ${name} | ${idle[name].toFixed(0)} | ${loaded[name].toFixed(0)} |`);
  return [
    `| Operation | CPU ms, all | ${names.join(" | ")} | bytes kept | for days | in NATS |`,
    `| --- |${" --- |".repeat(names.length + 4)}`,
    ...perOperation,
    "",
    `Connections to MongoDB: ${connections}`,
    "",
    "| Process | Memory MB, idle | after load |",
    "| --- | --- | --- |",
    ...memory,
    "",
  ].join("\n");
}
