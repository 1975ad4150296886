// npm run bench: compares the mesh and one process of all its parts with two monoliths and a bare server of the MCP SDK, in one run on one machine, in alternating rounds so that
// background load affects all of them; then runs webhooks.mjs. Loopback only, bounded in time, stops by itself.
// Options: --seconds 8 --rounds 3 --connections 32 --operation <name> --contender <name> --supply-replicas 1 --no-webhooks --cpu-profile <dir>.
// npm run bench -- guard --against <commit>: compares the mesh and the one process with those of another commit, by default of the last release. It
// fails when a call costs more than 1/0.97 of what it cost there. CPU time per call decides: it is steadier than throughput.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { MongoClient } from "mongodb";
import { startMongod } from "../scripts/lib/backend/mongod.mjs";
import { startNats } from "../scripts/lib/backend/nats.mjs";
import { buildPackages } from "../scripts/lib/setup/build.mjs";
import { installPackages } from "../scripts/lib/setup/install.mjs";
import { startMesh } from "../scripts/lib/mesh/mesh.mjs";
import { listServices } from "../scripts/lib/mesh/mesh-plan.mjs";
import { withoutLimits } from "../scripts/lib/mesh/without-limits.mjs";
import { describeBusinessWithRule, describeMesh, startBareServer, startMonolith } from "./contenders.mjs";
import { createProfilingSettings, readCpuOfEach, readDatabaseWork, subtractCpu, subtractWork } from "./cpu.mjs";
import { operations, startLoad } from "./load.mjs";
import { buildCommit, findLastRelease } from "./other-commit.mjs";
import { compareCosts, formatReport, withRule } from "./report.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "8" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "32" },
    operation: { type: "string", multiple: true, default: Object.keys(operations) },
    contender: { type: "string", multiple: true },
    "supply-replicas": { type: "string", default: "1" },
    webhooks: { type: "boolean", default: true },
    against: { type: "string" },
    "cpu-profile": { type: "string" },
  },
  allowNegative: true,
});
const [seconds, rounds, connections] = [Number(values.seconds), Number(values.rounds), Number(values.connections)];
// Calls go to the centers in turn. There are fewer centers than calls at the same time, so calls compete for a record.
const amounts = { products: 100, centers: 32, unitsEach: 1_000_000 };
/** The number of first calls, after which the code is compiled. The number of calls of a round is computed from their rate. */
const warmUpCalls = 3000;
const roundCallsMin = 1000;
const leastRatio = 0.97;

const isGuard = positionals.includes("guard");
const against = values.against ?? (isGuard ? findLastRelease() : undefined);
if (isGuard && !against) throw new Error("There is no release yet: name a commit with --against");
await installPackages();
await buildPackages();
const dataDir = await mkdtemp(join(tmpdir(), "tenant-ops-bench-"));
/** Stops what was started, the newest first, also when something cannot start. */
const stops = [() => rm(dataDir, { recursive: true, force: true })];
const profiling = values["cpu-profile"] && createProfilingSettings(values["cpu-profile"]);
// A profile of a bundle has no names of packages.
const programs = profiling ? "modules" : "bundles";
const env = { gateway: withoutLimits, ...(profiling && { all: profiling }) };
const replicas = { supply: Number(values["supply-replicas"]) };
try {
  // Before anything is started: the commit may not exist or not compile.
  const other = against && (await buildCommit(against, join(dataDir, "other")));
  const mongod = await started(startMongod({ dataDir }));
  const client = await new MongoClient(mongod.url).connect();
  stops.push(() => client.close());
  // Another broker than that of the mesh.
  const natsDir = await mkdtemp(join(dataDir, "monolith-"));
  const nats = await started(startNats({ dataDir: natsDir, logDir: natsDir }));
  const backend = { mongod, nats };
  const systems = await startSystems("", backend, { startMesh, listServices });
  if (other) systems.push(...(await startSystems(` of ${against}`, backend, other)));
  const load = await started(startLoad());
  const shared = { mongod, nats, client, amounts };
  const contenders = [];
  if (!against) {
    contenders.push(await started(startMonolith("usual monolith", "usual.mjs", shared)));
    const wellWritten = startMonolith("well-written monolith", "well-written/server.mjs", {
      ...shared,
      hasProposals: true,
    });
    contenders.push(await started(wellWritten));
  }
  for (const [name, system] of systems) contenders.push(await describeMesh(name, system, shared));
  if (!against) {
    const all = contenders.at(-1);
    contenders.push(await started(startBareServer(all, shared)));
    contenders.push(await describeBusinessWithRule(withRule, new Map(systems).get("all"), all, shared));
  }
  const measuredContenders = contenders.filter(({ name }) => values.contender?.includes(name) ?? true);
  if (measuredContenders.length === 0) throw new Error(`--contender: ${contenders.map(({ name }) => name).join(", ")}`);
  const results = [];
  for (const operation of values.operation) {
    const calls = new Map();
    const able = measuredContenders.filter(({ operations: own }) => own?.includes(operation) ?? true);
    for (const contender of able) {
      const { perSecond } = await measure(load, client, contender, operation, warmUpCalls);
      calls.set(contender, Math.max(roundCallsMin, Math.round(perSecond * seconds)));
    }
    for (let round = 1; round <= rounds; round += 1) {
      // In turn forwards and backwards: who comes first in a round pays more.
      for (const contender of round % 2 === 1 ? able : able.toReversed()) {
        const measured = await measure(load, client, contender, operation, calls.get(contender));
        results.push({ operation, side: contender.name, round, ...measured });
        const { perSecond, failed, firstFailure = "" } = measured;
        process.stderr.write(
          `${operation}, ${contender.name}, ${round}: ${Math.round(perSecond)}/s, ${failed} failed ${firstFailure}\n`,
        );
      }
    }
  }
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], {
    cwd: import.meta.dirname,
    encoding: "utf8",
  }).trim();
  const machine = { cores: cpus().length, mongod: mongod.version, commit };
  process.stdout.write(formatReport(results, { seconds, rounds, connections, ...machine }));
  if (against) reportCosts(compareCosts(results, against));
} finally {
  for (const stop of stops.toReversed()) await stop();
}

if (values.webhooks && !against) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, "webhooks.mjs")], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}

/** @returns what was started, which will be stopped */
async function started(starting) {
  const one = await starting;
  stops.push(() => one.stop());
  return one;
}

/** The mesh and the one process of a commit. @returns them by their names as contenders */
async function startSystems(suffix, { mongod, nats }, { startMesh, listServices }) {
  const existing = new Set(listServices());
  const services = ["accounts", "supply", "webhooks"].filter((name) => existing.has(name));
  const [meshDir, allDir] = [await mkdtemp(join(dataDir, "mesh-")), await mkdtemp(join(dataDir, "all-"))];
  const mesh = await started(
    startMesh({ mongodbUrl: mongod.url, dataDir: meshDir, services, replicas, env, programs }),
  );
  // It has created the stream of events. Here nobody receives them, as with the monoliths: in the one process webhooks listens at another broker.
  await mesh.processes.webhooks.stop();
  delete mesh.processes.webhooks;
  const ofAll = { ...env, webhooks: { NATS_URL: nats.url } };
  const options = { target: "all", mongodbUrl: mongod.url, natsUrl: mesh.natsUrl, dataDir: allDir, env: ofAll };
  // It uses the broker of the mesh, so it is stopped before it.
  const all = await started(startMesh({ ...options, programs }));
  return [
    [`mesh${suffix}`, mesh],
    [`all${suffix}`, { ...all, nats: mesh.nats }],
  ];
}

function reportCosts(costs) {
  for (const { operation, side, ratio, lowest, highest } of costs) {
    const range = `${lowest.toFixed(2)}–${highest.toFixed(2)}`;
    process.stdout.write(`${operation}, ${side}: CPU per call there ÷ here ${ratio.toFixed(3)} (${range})\n`);
  }
  const worse = costs.filter(({ ratio }) => ratio < leastRatio);
  if (worse.length > 0) process.exitCode = 1;
  process.stdout.write(`${costs.length - worse.length} of ${costs.length} are at least ${leastRatio}\n`);
}

/** One round. The cost of events that are sent after the last answer belongs to it. */
async function measure(load, client, contender, operation, calls) {
  const { url, key, businessId, pairs, hasProposals, pids } = contender;
  let before;
  let work;
  await contender.settle();
  const measured = await load.measure(
    { url, key, businessId, pairs, operation, connections, calls, hasProposals },
    async () => {
      work = await readDatabaseWork(client);
      before = readCpuOfEach(pids);
    },
  );
  await contender.settle();
  const cpu = subtractCpu(readCpuOfEach(pids), before, calls);
  return { ...measured, cpu, work: subtractWork(await readDatabaseWork(client), work, calls) };
}
