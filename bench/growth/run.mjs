// npm run bench -- growth: does a call cost the same for a large business as for a small one? Seeds both beside 1,000 others,
// sends every tool and REST operation for both, and compares what the database did. A ratio above 2 fails.
// Options: --rows 100000 --small-rows 1000 --neighbours 1000 --rounds 3 --out <file> --no-build.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { MongoClient } from "mongodb";
import { startMongod } from "../../scripts/lib/backend/mongod.mjs";
import { startMesh } from "../../scripts/lib/mesh/mesh.mjs";
import { withoutLimits } from "../../scripts/lib/mesh/without-limits.mjs";
import { createAdminClient } from "../../scripts/lib/mesh/gateway-client.mjs";
import { root } from "../../scripts/lib/paths.mjs";
import { buildPackages } from "../../scripts/lib/setup/build.mjs";
import { installPackages } from "../../scripts/lib/setup/install.mjs";
import { createProbeSettings, openProbes } from "./event-loops.mjs";
import { startProfiler } from "./profiler.mjs";
import { compareCalls, formatBytes, formatComparison, formatLoops } from "./report.mjs";
import {
  addLongestPages,
  createTransport,
  loadToolScenario,
  readsEverything,
  runRestScenario,
  runToolScenario,
} from "./scenarios.mjs";
import { seedBusinesses } from "./seed.mjs";

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "growth"),
  options: {
    rows: { type: "string", default: "100000" },
    "small-rows": { type: "string", default: "1000" },
    neighbours: { type: "string", default: "1000" },
    rounds: { type: "string", default: "3" },
    out: { type: "string" },
    build: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const [rows, smallRows] = [Number(values.rows), Number(values["small-rows"])];

if (values.build) {
  await installPackages();
  await buildPackages();
}
const dataDir = await mkdtemp(join(tmpdir(), "tenant-ops-growth-"));
const mongod = await startMongod({ dataDir });
const client = await MongoClient.connect(mongod.url);
let mesh;
try {
  mesh = await startMesh({ mongodbUrl: mongod.url, dataDir, env: createSettings(rows) });
  const { routes } = await import(join(root, "rest/dist/index.js"));
  const context = { routes, mesh: toEndpoint(mesh), scenario: await loadToolScenario() };
  const original = await createBusiness("Original");
  const reads = addLongestPages(routes, await recordReads(context, original));
  const small = await createBusiness("Small");
  const large = await createBusiness("Large");
  process.stderr.write(`copying the records of ${reads.length} reads\n`);
  const rewriters = await seedBusinesses(client, mesh.databasePrefix, original, {
    subjects: [
      { ...small, rows: smallRows },
      { ...large, rows },
    ],
    neighbours: Number(values.neighbours),
  });
  const services = [
    "gateway",
    "accounts",
    "approvals",
    "supply",
    "roulettes",
    "learning",
    "flows",
    "webhooks",
    "analytics",
  ];
  const probes = await openProbes(dataDir);
  const profiler = await startProfiler(services.map((name) => client.db(`${mesh.databasePrefix}${name}`)));
  const measured = { small: new Map(), large: new Map() };
  const refused = new Set();
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const [name, business] of Object.entries({ small, large })) {
      process.stderr.write(`round ${round}, ${name} business\n`);
      const rewrite = rewriters.get(business.businessId);
      await measureCalls({
        ...context,
        business,
        reads,
        rewrite,
        profiler,
        probes,
        tag: `${name}${round}`,
        into: measured[name],
        refused,
      });
    }
  }
  await profiler.stop();
  const compared = compareCalls(measured.small, measured.large, readsEverything);
  const comparison = formatComparison(compared, { rows, smallRows, mongod: mongod.version });
  const loops = formatLoops(measured.large);
  const text = [
    comparison.text,
    `Not compared, because they were refused: ${[...refused].join("; ") || "none"}.\n`,
    loops.text,
    formatBytes(measured.large),
  ].join("\n");
  process.stdout.write(text);
  if (values.out) await writeFile(values.out, text);
  process.exitCode = comparison.failures + loops.failures === 0 ? 0 : 1;
} finally {
  await client.close();
  await mesh?.stop();
  await mongod.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Without rate limits, and with quotas above the number of rows. */
function createSettings(count) {
  const quotas = (...names) => Object.fromEntries(names.map((name) => [`QUOTA_${name}`, 4 * count + 10_000]));
  return {
    gateway: withoutLimits,
    supply: quotas("STOCKS", "CENTERS", "CENTER_STOCKS"),
    roulettes: quotas("ROULETTES", "ITEMS"),
    learning: quotas("COURSES"),
    flows: quotas("FLOWS", "TARGETS", "CAMPAIGNS", "DOCUMENTS", "TEST_RUNS"),
    all: createProbeSettings(dataDir),
    webhooks: { WEBHOOK_ALLOW_HTTP: "true", WEBHOOK_EGRESS_ALLOW: "127.0.0.1/32", QUOTA_ENDPOINTS: 100 },
  };
}

function toEndpoint({ gatewayUrls, operatorUrls, operatorKey }) {
  return { url: gatewayUrls[0], operatorUrl: operatorUrls[0], operatorKey };
}

async function createBusiness(name) {
  const admin = createAdminClient(mesh.operatorUrls[0], mesh.operatorKey);
  const { _id: businessId } = await admin.createBusiness({ name, country: "MX" });
  const { _id: keyId, key } = await admin.createKey(businessId, { name: "growth", toolsets: ["all"] });
  return { name, businessId, keyId, key };
}

/** Runs both scenarios for a business without records, and keeps what was read. */
async function recordReads(context, business) {
  const reads = [];
  const keep = (call) => void (isRead(context.routes, call) && reads.push(call));
  const onCall = async (call, send) => {
    const answer = await send();
    keep(call);
    return answer;
  };
  await runRestScenario({ ...context, business, tag: "0", onCall });
  await runToolScenario({ ...context, business, onCall });
  return reads;
}

function isRead(routes, { id, tool }) {
  if (tool) return /_(list|get|propose)_/.test(tool);
  const route = routes.find((one) => one.id === id);
  return route.method === "GET" && route.caller === "tenant" && !route.replies[200]?.contentType;
}

/** Repeats the reads with the records of this business, and then runs both scenarios, in which new records are written. */
async function measureCalls({ business, reads, rewrite, profiler, probes, into, refused, ...context }) {
  const measureOnce = async (run) => {
    await probes.reset();
    const { result, amount } = await profiler.measure(business.businessId, run);
    return { result, amount: { ...amount, held: await probes.readWorst() } };
  };
  const keepLeast = (name, amount) => {
    const before = into.get(name);
    const least = !before || amount.cpuMs < before.cpuMs ? amount : before;
    const held = !before || amount.held.ms < before.held.ms ? amount.held : before.held;
    into.set(name, { ...least, held });
  };
  const send = createTransport(context, business);
  for (const read of reads) {
    const { name, run } = send(read, rewrite);
    const { result: bytesAnswered, amount } = await measureOnce(run);
    // A refusal is cheap and would hide the cost of the answer.
    if (bytesAnswered === null) refused.add(`${name} (${business.name})`);
    else keepLeast(name, { ...amount, bytesAnswered });
  }
  const measure = async (name, run) => {
    const { result, amount } = await measureOnce(run);
    keepLeast(`${name}, new records`, amount);
    return result;
  };
  const onCall = ({ id, tool }, run) => measure(tool ?? id, run);
  await runRestScenario({ ...context, business, onCall });
  await runToolScenario({ ...context, business, onCall });
}
