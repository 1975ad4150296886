// npm run bench -- analytics: how long a query of 90 days with one dimension takes at a business with 1,000 and one with 1,000,000 packed
// combinations, over MCP, and the CPU of each process for it. Options: --queries 300, --cpu-profile <dir>.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { MongoClient } from "mongodb";
import { startMongod } from "../scripts/lib/backend/mongod.mjs";
import { createAdminClient, createTenantClient } from "../scripts/lib/mesh/gateway-client.mjs";
import { startMesh } from "../scripts/lib/mesh/mesh.mjs";
import { createProfilingSettings, readCpuOfEach, subtractCpu } from "./cpu.mjs";
import { buildPackages } from "../scripts/lib/setup/build.mjs";

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    queries: { type: "string", default: "300" },
    "cpu-profile": { type: "string" },
    build: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const queries = Number(values.queries);
const parts = 5;
const days = 400;
const dayMs = 86_400_000;
const types = ["insumos", "merma"];
const dimensions = ["product", "center", "type"];
/** By the name of the business: how many products and centers it has, each combination of which is counted on each day. */
const sizes = {
  "1,000 combinations": { products: 1, centers: 1, lastDays: 333 },
  "1,000,000 combinations": { products: 50, centers: 25, lastDays: 400 },
};

if (values.build) await buildPackages();
const dataDir = await mkdtemp(join(tmpdir(), "tenant-ops-analytics-"));
const mongod = await startMongod({ dataDir });
const client = await new MongoClient(mongod.url).connect();
const profiling = values["cpu-profile"] && createProfilingSettings(values["cpu-profile"]);
// A profile of a bundle has no names of packages.
const profiled = profiling && { env: { all: profiling }, programs: "modules" };
const mesh = await startMesh({ mongodbUrl: mongod.url, dataDir, ...profiled });
const pids = {
  mongod: mongod.pid,
  ...Object.fromEntries(Object.values(mesh.processes).map(({ name, pid }) => [name, pid])),
};
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
try {
  const businesses = [];
  for (const [name, size] of Object.entries(sizes)) {
    const business = await createBusiness();
    const combinations = await seed(business.businessId, size);
    businesses.push({ name, business, combinations, ms: [], cpu: [] });
  }
  const query = { collection: "withdrawals", metrics: ["units", "count"], group_by: ["product"], last_days: 90 };
  // The compiler has seen both before the first one counts.
  for (let round = 0; round < 30; round += 1)
    for (const { business } of businesses) await business.tenant.call("analytics_query", query);
  // In parts, so that a slower phase of the machine meets both.
  for (let part = 0; part < parts; part += 1)
    for (const one of businesses) {
      const before = readCpuOfEach(pids);
      for (let round = 0; round < queries / parts; round += 1) {
        const startedAt = performance.now();
        const { total_rows: rows } = await one.business.tenant.call("analytics_query", query);
        one.ms.push(performance.now() - startedAt);
        if (rows === 0) throw new Error("nothing was found");
      }
      one.cpu.push(subtractCpu(readCpuOfEach(pids), before, queries / parts));
    }
  for (const { name, combinations, ms, cpu } of businesses) {
    const sorted = ms.toSorted((one, other) => one - other);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);
    const means = Object.keys(pids).map((process) => [process, sum(cpu.map((used) => used[process] ?? 0)) / parts]);
    const used = means
      .filter(([, micros]) => micros > 100)
      .map(([process, micros]) => `${process} ${Math.round(micros)}`);
    process.stdout.write(
      `${name} (${combinations} stored): p50 ${at(0.5)} ms, p99 ${at(0.99)} ms; CPU in µs: ${used.join(", ")}\n`,
    );
  }
} finally {
  await mesh.stop();
  await client.close();
  await mongod.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function createBusiness() {
  const admin = createAdminClient(mesh.operatorUrls[0], mesh.operatorKey);
  const { _id: businessId } = await admin.createBusiness({ name: "Bench", country: "MX" });
  const { key } = await admin.createKey(businessId, { name: "bench" });
  return { businessId, key, tenant: createTenantClient(mesh.gatewayUrls[0], { key, businessId }) };
}

/** Writes packed days as the task does. @returns how many combinations with all dimensions there are */
async function seed(businessId, { products, centers, lastDays }) {
  const collection = client.db(`${mesh.databasePrefix}supply`).collection("packedCounts");
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const combinations = Array.from({ length: products * centers }, (_, index) => [
    `stk_${index % products}`,
    `ctr_${Math.floor(index / products)}`,
  ]).flatMap((pair) => types.map((type) => [...pair, type]));
  for (let day = 1; day <= Math.min(days, lastDays); day += 1) {
    const rows = listSets().flatMap((set) => toRows(businessId, new Date(today - day * dayMs), set, combinations));
    await collection.insertMany(rows, { ordered: false });
  }
  return combinations.length * Math.min(days, lastDays);
}

function listSets() {
  return dimensions.reduce((sets, dimension) => [...sets, ...sets.map((set) => [...set, dimension])], [[]]);
}

function toRows(businessId, day, set, combinations) {
  const entries = new Map();
  for (const values of combinations) {
    const picked = set.map((dimension) => values[dimensions.indexOf(dimension)]);
    const key = picked.join("|");
    const counts = entries.get(key)?.sums ?? { count: 0, units: 0 };
    entries.set(key, { values: picked, sums: { count: counts.count + 2, units: counts.units + 5 } });
  }
  const all = [...entries.values()];
  const parts = Math.ceil(all.length / 2000);
  const name = set.join(",");
  return Array.from({ length: parts }, (_, part) => {
    const own = all.slice(part * 2000, (part + 1) * 2000);
    const _id = `${businessId}|withdrawals|${name}|${day.toISOString().slice(0, 10)}|${part}`;
    return {
      _id,
      businessId,
      collection: "withdrawals",
      set: name,
      day,
      part,
      size: own.length,
      ...toColumns(set, own),
    };
  });
}

function toColumns(set, entries) {
  return {
    values: set.map((_, position) => entries.map(({ values }) => values[position])),
    sums: Object.fromEntries(["count", "units"].map((name) => [name, entries.map(({ sums }) => sums[name])])),
    quarters: entries.map(({ sums }) => ({ 56: sums })),
  };
}
