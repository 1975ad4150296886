// The second half of npm run bench, or alone: node bench/webhooks.mjs. Measures deliveries per second to 100 healthy
// endpoints with one worker and with two, in alternating rounds, and the time from an event to its receipt. It starts its
// own workers, database, broker and receiver. Bounded in time, stops by itself.
// Options: --rounds 3 --events 60 (per business and round; each goes to ten endpoints) --samples 50 --gap-ms 20 (between two single events)
// --workers 1 (only these rounds)
// --cpu-profile <folder> (CPU profiles of the workers) --heap-mb 192 (of a worker; in a container Node takes about half of the memory limit)
// --no-build.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { MongoClient } from "mongodb";
import { buildPackages } from "../scripts/lib/setup/build.mjs";
import { installPackages } from "../scripts/lib/setup/install.mjs";
import { waitFor } from "../scripts/lib/process/wait-for.mjs";
import {
  createProfilingSettings,
  readCpuOfEach,
  readDatabaseWork,
  readPeakMemory,
  subtractCpu,
  subtractWork,
} from "./cpu.mjs";
import { startReceiver } from "./webhooks/receiver.mjs";
import { formatReport } from "./webhooks/report.mjs";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    events: { type: "string", default: "60" },
    samples: { type: "string", default: "50" },
    "gap-ms": { type: "string", default: "20" },
    workers: { type: "string", multiple: true, default: ["1", "2"] },
    "cpu-profile": { type: "string" },
    "heap-mb": { type: "string" },
    build: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const [rounds, events, samples] = [Number(values.rounds), Number(values.events), Number(values.samples)];
const [businesses, endpointsEach] = [10, 10];
const deliveries = events * businesses * endpointsEach;
/** Events per business before each round, for the compiler. */
const warmUpEvents = 20;

if (values.build) {
  await installPackages();
  await buildPackages();
}
// A profile of a bundle has no names of packages.
const programs = values["cpu-profile"] ? "modules" : "bundles";
// Imported here, because in a fresh clone the packages are built only now.
const { startWorkerMesh } = await import("../e2e/chaos/webhooks/worker-mesh.mjs");
const dataDir = await mkdtemp(join(tmpdir(), "tenant-ops-bench-webhooks-"));
const receiver = await startReceiver();
let workerMesh;
let client;
try {
  const settings = createWorkerSettings();
  workerMesh = await startWorkerMesh({ dataDir, workers: 2, settings, programs });
  client = await MongoClient.connect(workerMesh.backend.mongodbUrl);
  const tenants = [];
  while (tenants.length < businesses) tenants.push(await createTenant(endpointsEach));
  const single = await createTenant(1);

  const results = [];
  for (let round = 0; round < rounds; round += 1)
    for (const workers of values.workers.map(Number)) results.push(await measureRound(workers, { tenants, single }));
  const mongod = workerMesh.backend.mongod.version;
  const shape = { deliveries, endpoints: businesses * endpointsEach, businesses, samples, mongod };
  process.stdout.write(formatReport(results, shape));
} finally {
  receiver.stop();
  await client?.close();
  await workerMesh?.close();
  await rm(dataDir, { recursive: true, force: true });
}

function createWorkerSettings() {
  if (values["cpu-profile"]) return createProfilingSettings(values["cpu-profile"]);
  return values["heap-mb"] && { NODE_OPTIONS: `--max-old-space-size=${values["heap-mb"]}` };
}

async function createTenant(endpoints) {
  const tenant = workerMesh.createTenant();
  for (let index = 0; index < endpoints; index += 1)
    await tenant.rest("POST", "/endpoints", { url: `${receiver.url}${index}` });
  return tenant;
}

async function measureRound(workers, { tenants, single }) {
  const [, second] = workerMesh.workers;
  if (workers === 1) await second.stop();
  else await second.start();
  await sleep(500);
  await deliver(tenants, warmUpEvents);
  // Otherwise the single events would wait for the outcomes of these deliveries.
  await waitForIdleLanes();
  const waits = await measureSamples(single);
  await waitForIdleLanes();
  const [cpuBefore, workBefore] = [readCpu(), await readDatabaseWork(client)];
  const { ms, repeated } = await deliver(tenants, events);
  // The outcomes and the release of the lanes are part of a delivery's cost, and not of its time.
  await waitForIdleLanes();
  const [cpuAfter, workAfter] = [readCpu(), await readDatabaseWork(client)];
  const perSecond = deliveries / (ms / 1000);
  process.stderr.write(`webhooks, ${workers === 1 ? "one worker" : "two workers"}: ${Math.round(perSecond)}/s\n`);
  const cpu = subtractCpu(cpuAfter, cpuBefore, deliveries);
  const work = subtractWork(workAfter, workBefore, deliveries);
  return { workers, perSecond, waits, repeated, cpu, work, peak: readPeakMemory(workerMesh.workers[0].pid) };
}

function deliver(tenants, count) {
  const publish = () => Promise.all(tenants.map((tenant) => tenant.publishSpins(count)));
  return receiver.receive(count * businesses * endpointsEach, publish);
}

/** Milliseconds from event to receipt, one event at a time. */
async function measureSamples(tenant) {
  // The lease of the publisher may have moved to another worker; the first event waits for that and is not measured.
  await receiver.receive(1, () => tenant.publishSpins(1));
  const publishAll = async () => {
    for (let index = 1; index <= samples; index += 1) {
      await tenant.publishSpins(1);
      await sleep(Number(values["gap-ms"]));
    }
  };
  return (await receiver.receive(samples, publishAll, { withWaits: true })).waits;
}

function waitForIdleLanes() {
  const lanes = client.db(workerMesh.database).collection("lanes");
  const isIdle = async () => (await lanes.findOne({ wakeAt: { $gt: new Date(0) } })) === null;
  return waitFor("idle lanes", isIdle, { timeoutMs: 60_000 });
}

function readCpu() {
  const { workers, backend } = workerMesh;
  const pids = Object.fromEntries(workers.flatMap(({ name, pid }) => (pid ? [[name, pid]] : [])));
  // A stopped worker still has its pid here, and uses no CPU.
  return readCpuOfEach({ ...pids, nats: backend.nats.pid, mongod: backend.mongod.pid, receiver: receiver.pid });
}
