// npm run bench -- one-process: start-up time and memory of the mesh and of one process with all parts, in alternating rounds on one mongod. Memory is
// that of our processes, and of all with mongod and nats-server.
// Options: --rounds 3 --calls 5000.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startMongod } from "../scripts/lib/backend/mongod.mjs";
import { startMesh } from "../scripts/lib/mesh/mesh.mjs";
import { withoutLimits } from "../scripts/lib/mesh/without-limits.mjs";
import { buildPackages } from "../scripts/lib/setup/build.mjs";
import { startLoad } from "./load.mjs";
import { readCpuSeconds, readMemory } from "./cpu.mjs";
import { prepareMesh } from "./prepare.mjs";

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    rounds: { type: "string", default: "3" },
    calls: { type: "string", default: "5000" },
    build: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const [rounds, calls] = [Number(values.rounds), Number(values.calls)];
const operations = ["supply_list_stocks", "supply_approve_withdrawal"];
/** After the start, until the memory of the idle processes is read. */
const idleMs = 5000;

if (values.build) await buildPackages();
const dataDir = await mkdtemp(join(tmpdir(), "tenant-ops-bench-"));
const mongod = await startMongod({ dataDir });
const load = startLoad();
const results = [];
try {
  // The first start builds the indexes, which both shapes then find.
  await (await startShape("mesh")).stop();
  for (let round = 0; round < rounds; round += 1)
    for (const target of ["mesh", "all"]) results.push(await measure(target));
} finally {
  load.stop();
  await mongod.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.stdout.write(formatTable());

function startShape(target) {
  return startMesh({ target, mongodbUrl: mongod.url, dataDir, databasePrefix: "", env: { gateway: withoutLimits } });
}

async function measure(target) {
  const since = performance.now();
  const mesh = await startShape(target);
  const startMs = performance.now() - since;
  try {
    const pids = Object.values(mesh.processes).map(({ pid }) => pid);
    const readBoth = () => [readMemory(pids), readMemory([...pids, mongod.pid, mesh.nats.pid])];
    await sleep(idleMs);
    const [idle, idleOfAll] = readBoth();
    const cpuSeconds = pids.reduce((sum, pid) => sum + readCpuSeconds(pid), 0);
    const { key, pairs } = await prepareMesh(mesh, { products: 100, centers: 32, unitsEach: 1_000_000 });
    for (const operation of operations) {
      const options = { url: mesh.gatewayUrls[0], key, pairs, operation, connections: 32, calls, hasProposals: true };
      await load.measure(options, async () => undefined);
    }
    const [loaded, loadedOfAll] = readBoth();
    const result = { target, processes: pids.length, startMs, cpuSeconds, idle, idleOfAll, loaded, loadedOfAll };
    process.stderr.write(`${JSON.stringify(result)}\n`);
    return result;
  } finally {
    await mesh.stop();
  }
}

function formatTable() {
  const rows = ["mesh", "all"].map((target) => {
    const own = results.filter((result) => result.target === target);
    const median = (name) => own.map((result) => result[name]).toSorted((a, b) => a - b)[Math.floor(own.length / 2)];
    const seconds = [median("startMs") / 1000, median("cpuSeconds")].map((value) => value.toFixed(1));
    const memory = ["idle", "idleOfAll", "loaded", "loadedOfAll"].map((name) => median(name).toFixed(0));
    return `| ${[target, own[0].processes, ...seconds, ...memory].join(" | ")} |`;
  });
  return [
    "| Target | Processes | Start s | CPU s | Memory MB, idle | with MongoDB and NATS | after load | with MongoDB and NATS |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}
