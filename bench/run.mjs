// npm run bench: compares the mesh with a typical monolith, in one run on one machine, in alternating rounds so that
// background load affects both; then runs webhooks.mjs. Loopback only, bounded in time, stops by itself.
// Options: --seconds 5 --rounds 3 --connections 32 --no-webhooks.
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { startMongod } from "../scripts/lib/backend/mongod.mjs";
import { buildPackages } from "../scripts/lib/setup/build.mjs";
import { installPackages } from "../scripts/lib/setup/install.mjs";
import { startMesh } from "../scripts/lib/mesh/mesh.mjs";
import { readCpuSeconds } from "./cpu.mjs";
import { measureLoad } from "./load.mjs";
import { prepareMesh, prepareMonolith } from "./prepare.mjs";
import { formatReport } from "./report.mjs";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "32" },
    webhooks: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const [seconds, rounds, connections] = [Number(values.seconds), Number(values.rounds), Number(values.connections)];
// Calls go to the centers in turn. There are fewer centers than calls at the same time, so calls compete for a record.
const amounts = { products: 100, centers: 32, unitsEach: 1_000_000 };

await installPackages();
await buildPackages();
const dataDir = await mkdtemp(join(tmpdir(), "tenant-ops-bench-"));
const mongod = await startMongod({ dataDir });
// Without rate limits, because the machine's limit is measured.
const limits = {
  RATE_REQUESTS_PER_MINUTE: 100_000_000,
  RATE_WRITES_PER_MINUTE: 100_000_000,
  EVENT_LOOP_DELAY_MAX_MS: 0,
};
const mesh = await startMesh({
  mongodbUrl: mongod.url,
  dataDir,
  services: ["supply"],
  env: { gateway: limits },
});
const monolith = await startMonolith(mongod.url);
try {
  const sides = [
    {
      name: "monolith",
      url: monolith.url,
      ...(await prepareMonolith(monolith.url, amounts)),
      pids: { monolith: monolith.pid, mongod: mongod.pid },
    },
    {
      name: "mesh",
      url: mesh.gatewayUrls[0],
      ...(await prepareMesh(mesh, amounts)),
      pids: {
        gateway: mesh.processes.gateway.pid,
        supply: mesh.processes.supply.pid,
        nats: mesh.nats.pid,
        mongod: mongod.pid,
      },
    },
  ];
  const operations = {
    supply_list_stocks: () => () => ({ name: "supply_list_stocks", arguments: { limit: 100 } }),
    supply_approve_withdrawal:
      ({ pairs }) =>
      (index) => ({ name: "supply_approve_withdrawal", arguments: withdrawal(pairs[index % pairs.length], index) }),
    "supply_approve_withdrawal, one record":
      ({ pairs }) =>
      (index) => ({ name: "supply_approve_withdrawal", arguments: withdrawal(pairs[0], index) }),
  };
  const results = [];
  for (const [operation, createCalls] of Object.entries(operations)) {
    for (const side of sides) await measureLoad({ ...side, connections, seconds: 2, call: createCalls(side) });
    for (let round = 1; round <= rounds; round += 1) {
      for (const side of sides) {
        const before = readCpu(side.pids);
        const measured = await measureLoad({ ...side, connections, seconds, call: createCalls(side) });
        const after = readCpu(side.pids);
        const cpu = Object.fromEntries(
          Object.keys(side.pids).map((name) => [name, ((after[name] - before[name]) / measured.calls) * 1e6]),
        );
        results.push({ operation, side: side.name, round, ...measured, cpu });
        process.stderr.write(`${operation} ${side.name} ${round}: ${Math.round(measured.perSecond)}/s\n`);
      }
    }
  }
  process.stdout.write(
    formatReport(results, { seconds, rounds, connections, cores: cpus().length, mongod: mongod.version }),
  );
} finally {
  monolith.stop();
  await mesh.stop();
  await mongod.stop();
  await rm(dataDir, { recursive: true, force: true });
}

if (values.webhooks) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, "webhooks.mjs")], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}

function withdrawal(pair, index) {
  return { ...pair, worker_id: `worker-${index}`, email: "worker@example.com", quantity: 1 };
}

function readCpu(pids) {
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, readCpuSeconds(pid) ?? Number.NaN]));
}

async function startMonolith(mongodbUrl) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "monolith.mjs")], {
    env: {
      ...process.env,
      MONGODB_URL: mongodbUrl,
      MONGODB_DATABASE: `mono_${randomBytes(4).toString("hex")}`,
      PORT: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, port } = JSON.parse(line);
    if (msg === "ready") return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => child.kill("SIGTERM") };
  }
  throw new Error("the monolith ended before it was ready");
}
