// npm run bench -- people: a request about a person with 1,000 registrations and 1,000 withdrawals at a business with 100,000 of each, and the
// export of all registrations: how long it takes, the memory of the processes, and how long one of their event loops was held. Options:
// --records 100000 --own 1000 --no-linked.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { MongoClient } from "mongodb";
import { startMongod } from "../scripts/lib/backend/mongod.mjs";
import { createAdminClient } from "../scripts/lib/mesh/gateway-client.mjs";
import { startMesh } from "../scripts/lib/mesh/mesh.mjs";
import { buildPackages } from "../scripts/lib/setup/build.mjs";
import { createProbeSettings, openProbes } from "./growth/event-loops.mjs";
import { readMemory } from "./cpu.mjs";

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    records: { type: "string", default: "100000" },
    own: { type: "string", default: "1000" },
    linked: { type: "boolean", default: true },
    build: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const [records, own] = [Number(values.records), Number(values.own)];
const email = "ana@example.com";
const slug = "large";
const memoryEveryMs = 100;
const requests = "/v1/public/person-requests";

if (values.build) await buildPackages();
const dataDir = await mkdtemp(join(tmpdir(), "tenant-ops-people-"));
const mongod = await startMongod({ dataDir });
const client = await new MongoClient(mongod.url).connect();
const mesh = await startMesh({ mongodbUrl: mongod.url, dataDir, env: { all: createProbeSettings(dataDir) } });
const probes = await openProbes(dataDir);
const watched = ["gateway", "flows", "supply"];
try {
  const business = await createBusiness();
  await seed(business);
  const names = { emails: [email], includeLinked: values.linked };
  const rows = [
    await measure("preview", async () => {
      const { records: found, names: known, isComplete } = await rest(business, "POST", `${requests}/preview`, names);
      const count = found.reduce((sum, one) => sum + one.records, 0);
      return `${count} records, ${known.length} names, ${isComplete ? "complete" : "not complete"}`;
    }),
    await measure("export of the person", async () => {
      const { _id } = await rest(business, "POST", requests, { kind: "export", ...names });
      return download(business, `${requests}/${_id}/export`);
    }),
    ...(await measureEach(["csv", "ndjson"], (format) => [
      `export of registrations, ${format}`,
      () => download(business, `/v1/public/flows/${slug}/registrations/export?format=${format}`),
    ])),
    await measure("erasure", async () => {
      const { _id } = await rest(business, "POST", requests, { kind: "erasure", ...names });
      for (;;) {
        const { status, records: changed, namesLeftOut } = await rest(business, "GET", `${requests}/${_id}`);
        if (status === "completed") {
          const count = changed.reduce((sum, one) => sum + one.records, 0);
          return `${count} records, ${namesLeftOut} names left out`;
        }
        await sleep(500);
      }
    }),
  ];
  process.stdout.write(`${formatTable(rows)}\n`);
} finally {
  await mesh.stop();
  await client.close();
  await mongod.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function measureEach(given, toWork) {
  const rows = [];
  for (const one of given) rows.push(await measure(...toWork(one)));
  return rows;
}

/** How long it takes, the memory of each process at its highest meanwhile, and the event loop that was held longest. */
async function measure(name, work) {
  const read = () => watched.map((process) => readMemory([mesh.processes[process].pid]));
  const before = read();
  let peak = before;
  await probes.reset();
  const timer = setInterval(() => (peak = read().map((size, index) => Math.max(size, peak[index]))), memoryEveryMs);
  const startedAt = performance.now();
  try {
    const result = await work();
    const seconds = (performance.now() - startedAt) / 1000;
    const row = { name, seconds, result, before, peak, held: await probes.readWorst() };
    process.stderr.write(`${JSON.stringify(row)}\n`);
    return row;
  } finally {
    clearInterval(timer);
  }
}

async function createBusiness() {
  const operator = createAdminClient(mesh.operatorUrls[0], mesh.operatorKey);
  const place = { country: "MX", currency: "MXN", timeZone: "America/Mexico_City" };
  const { _id: businessId } = await operator.createBusiness({ name: "Large", ...place });
  const { key } = await operator.createKey(businessId, { name: "bench" });
  return { businessId, key };
}

async function rest({ businessId, key }, method, path, body) {
  const response = await fetch(`${mesh.gatewayUrls[0]}${path}`, {
    method,
    headers: {
      "x-api-key": key,
      "x-business-id": businessId,
      ...(body && { "content-type": "application/json", "idempotency-key": randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Reads a file without keeping it. */
async function download({ businessId, key }, path) {
  const response = await fetch(`${mesh.gatewayUrls[0]}${path}`, {
    headers: { "x-api-key": key, "x-business-id": businessId },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  let [bytes, lines] = [0, 0];
  for await (const part of response.body) {
    bytes += part.length;
    for (const byte of part) if (byte === 10) lines += 1;
  }
  return `${lines} lines, ${(bytes / 1e6).toFixed(1)} MB`;
}

/** Every record of the person stands between those of others. */
async function seed(business) {
  const field = (text, value, type) => ({ text, value, type, isRequired: true });
  await rest(business, "POST", "/v1/public/flows", {
    name: "Large",
    slug,
    redirect: { type: "url", url: "https://example.com/thanks" },
    registrationFields: [field("Name", "full_name", "text"), field("E-mail", "email", "email")],
  });
  const { _id: flowId } = await rest(business, "GET", `/v1/public/flows/${slug}`);
  const every = records / own;
  const isOwn = (index) => index % every === 0;
  const at = (index) => new Date(Date.UTC(2026, 0, 1) + index * 1000);
  const toId = (prefix, index) => `${prefix}_${String(index).padStart(26, "0")}`;
  const { businessId } = business;
  await insert("flows", "registrations", (index) => ({
    _id: toId("reg", index),
    businessId,
    flowId,
    slug,
    answers: { full_name: `Visitor ${index}`, email: isOwn(index) ? email : `visitor${index}@example.com` },
    utm: { source: "ig", medium: "social", campaign: "summer", content: "" },
    redirect: { type: "url", targetId: "", url: "https://example.com/thanks" },
    state: "completed",
    createdAt: at(index),
  }));
  await insert("supply", "withdrawals", (index) => ({
    _id: toId("wdr", index),
    businessId,
    workerId: isOwn(index) ? "worker-ana" : `worker-${index}`,
    email: isOwn(index) ? email : `visitor${index}@example.com`,
    quantity: 1,
    ciudad: "Monterrey",
    talla: "M",
    createdAt: at(index),
  }));
}

async function insert(service, name, create) {
  const collection = client.db(`${mesh.databasePrefix}${service}`).collection(name);
  const batch = 5000;
  for (let first = 0; first < records; first += batch)
    await collection.insertMany(Array.from({ length: Math.min(batch, records - first) }, (_, n) => create(first + n)));
}

function formatTable(rows) {
  const toMegabytes = (before, peak) => before.map((size, index) => `${size.toFixed(0)} → ${peak[index].toFixed(0)}`);
  return [
    `| ${records} registrations and withdrawals | Seconds | ${watched.map((name) => `${name}, MB`).join(" | ")} | Loop held, ms | Result |`,
    `| --- | ---: |${" --- |".repeat(watched.length + 2)}`,
    ...rows.map(
      ({ name, seconds, result, before, peak, held }) =>
        `| ${name} | ${seconds.toFixed(1)} | ${toMegabytes(before, peak).join(" | ")} | ${held.ms.toFixed(0)} (${held.name}) | ${result} |`,
    ),
  ].join("\n");
}
