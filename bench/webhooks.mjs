// The second half of npm run bench, or alone: node bench/webhooks.mjs. Measures deliveries per second to 100 healthy
// endpoints with one worker and with two, in alternating rounds, and the time from an event to its receipt. It starts its
// own workers, database and broker; the receiver is a server on loopback. Bounded in time, stops by itself.
// Options: --rounds 3 --events 15 (per tenant and round; each goes to ten endpoints) --samples 50.
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { buildPackages } from "../scripts/lib/setup/build.mjs";
import { installPackages } from "../scripts/lib/setup/install.mjs";
import { waitFor } from "../scripts/lib/process/wait-for.mjs";
import { readCpuSeconds } from "./cpu.mjs";
import { pickMedianRound } from "./report.mjs";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    events: { type: "string", default: "15" },
    samples: { type: "string", default: "50" },
  },
});
const [rounds, events, samples] = [Number(values.rounds), Number(values.events), Number(values.samples)];
const [tenantsCount, endpointsEach] = [10, 10];
const deliveries = events * tenantsCount * endpointsEach;
// No round starts later than the first; no round is waited for longer than the second.
const [beginMs, endMs] = [35_000, 55_000];

await installPackages();
await buildPackages();
// Imported here, because in a fresh clone the packages are built only now.
const { startWorkerMesh } = await import("../e2e/chaos/webhooks/worker-mesh.mjs");
const dataDir = await mkdtemp(join(tmpdir(), "tenant-ops-bench-webhooks-"));
const begun = Date.now();
const getRemainingMs = () => Math.max(endMs - (Date.now() - begun), 0);
const receiver = await openReceiver();
let workerMesh;
try {
  workerMesh = await startWorkerMesh({ dataDir, workers: 2 });
  const [one, two] = workerMesh.workers;
  const pids = () => ({
    ...listPids([one, two]),
    nats: workerMesh.backend.nats.pid,
    mongod: workerMesh.backend.mongod.pid,
  });
  const tenants = [];
  while (tenants.length < tenantsCount) tenants.push(await createTenant(endpointsEach));
  const single = await createTenant(1);
  await deliver(tenants, 2);

  const results = [];
  while (results.length < 2 * rounds && (results.length < 2 || Date.now() - begun < beginMs)) {
    for (const workers of [1, 2]) {
      if (workers === 1) await two.stop();
      else await two.start();
      await sleep(500);
      const waits = await measureSamples(single);
      const before = readCpu(pids());
      const ms = await deliver(tenants, events);
      const after = readCpu(pids());
      const cpu = Object.entries(after).map(([name, used]) => [name, ((used - before[name]) / deliveries) * 1e6]);
      const perSecond = deliveries / (ms / 1000);
      results.push({ workers, perSecond, waits, cpu, repeated: receiver.repeated() });
      process.stderr.write(`webhooks, ${workers === 1 ? "one worker" : "two workers"}: ${Math.round(perSecond)}/s\n`);
    }
  }
  process.stdout.write(formatReport(results, { mongod: workerMesh.backend.mongod.version }));
} finally {
  receiver.close();
  await workerMesh?.close();
  await rm(dataDir, { recursive: true, force: true });
}

async function createTenant(endpoints) {
  const tenant = workerMesh.createTenant();
  for (let index = 0; index < endpoints; index += 1)
    await tenant.rest("POST", "/endpoints", { url: `${receiver.url}${index}` });
  return tenant;
}

/** Milliseconds from publishing `count` events per tenant to the receipt of the last delivery. */
async function deliver(tenants, count) {
  receiver.clear();
  const since = performance.now();
  await Promise.all(tenants.map((tenant) => tenant.publishSpins(count)));
  const wanted = count * tenantsCount * endpointsEach;
  await waitFor(`${wanted} deliveries`, () => receiver.waits.length >= wanted, {
    timeoutMs: getRemainingMs(),
  });
  return performance.now() - since;
}

/** Milliseconds from event to receipt, one event at a time. */
async function measureSamples(tenant) {
  receiver.clear();
  // Another worker may have become the publisher; the first event waits for that and is not measured.
  await tenant.publishSpins(1);
  await waitFor("the first", () => receiver.waits.length > 0, {
    timeoutMs: getRemainingMs(),
  });
  receiver.clear();
  for (let index = 1; index <= samples; index += 1) {
    await tenant.publishSpins(1);
    await sleep(20);
  }
  await waitFor(`${samples} samples`, () => receiver.waits.length >= samples, {
    timeoutMs: getRemainingMs(),
  });
  return receiver.waits;
}

async function openReceiver() {
  let seen = new Set();
  let requests = 0;
  const receiver = {
    waits: [],
    repeated: () => requests - seen.size,
    clear() {
      [receiver.waits, seen, requests] = [[], new Set(), 0];
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const traceId = request.headers["webhook-trace-id"];
      requests += 1;
      if (!seen.has(traceId)) receiver.waits.push(Date.now() - Date.parse(JSON.parse(body).timestamp));
      seen.add(traceId);
      response.writeHead(204).end();
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.url = `http://127.0.0.1:${server.address().port}/`;
  return receiver;
}

function listPids(workers) {
  return Object.fromEntries(workers.flatMap(({ name, pid }) => (pid ? [[name, pid]] : [])));
}

function readCpu(pids) {
  const used = Object.entries(pids).map(([name, pid]) => [name, readCpuSeconds(pid)]);
  return Object.fromEntries(used.filter(([, seconds]) => seconds !== undefined));
}

/** Ratios come first, because only they can be compared with another machine. */
function formatReport(results, { mongod }) {
  const sides = [1, 2].map((workers) => {
    const own = results.filter((row) => row.workers === workers);
    const waits = own.flatMap((row) => row.waits).toSorted((a, b) => a - b);
    const quantile = (share) => waits[Math.min(Math.floor(waits.length * share), waits.length - 1)];
    return { ...pickMedianRound(own), p50: quantile(0.5), p99: quantile(0.99) };
  });
  const [one, two] = sides;
  const figures = sides.map(({ workers, perSecond, p50, p99, repeated, cpu }) => {
    const parts = cpu.map(([name, micros]) => `${name} ${Math.round(micros)}`);
    return `| ${workers} | ${Math.round(perSecond)} | ${p50} | ${p99} | ${repeated} | ${parts.join(", ")} |`;
  });
  return [
    "",
    `Webhooks: ${results.length / 2} alternating rounds of ${deliveries} deliveries to ${tenantsCount * endpointsEach} endpoints of ${tenantsCount} businesses, and of ${samples} single events; ${cpus().length} cores, Node ${process.versions.node}, mongod ${mongod ?? ""}; the median round, and the times of all rounds.`,
    "",
    "| Two workers ÷ one | deliveries per second | p50 | p99 |",
    "| --- | --- | --- | --- |",
    `| event to receipt | ${(two.perSecond / one.perSecond).toFixed(2)} | ${(two.p50 / one.p50).toFixed(2)} | ${(two.p99 / one.p99).toFixed(2)} |`,
    "",
    "| Workers | Deliveries/s | Event to receipt p50 ms | p99 ms | Sent twice | CPU µs per delivery, by process |",
    "| --- | --- | --- | --- | --- | --- |",
    ...figures,
    "",
  ].join("\n");
}
