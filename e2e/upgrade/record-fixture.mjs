// node e2e/upgrade/record-fixture.mjs <folder>: what the release in that folder (a checkout, installed and built) stores for one business that
// uses every area, and what it answers about it. Written to a file beside this one, for e2e/upgrade.long.test.ts.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { BSON, MongoClient } from "mongodb";
import { startMongod } from "../../scripts/lib/backend/mongod.mjs";
import { createBusiness, createRounds } from "../../scripts/lib/agents/business.mjs";
import { createCaller } from "../../scripts/lib/agents/calls.mjs";
import { waitFor } from "../../scripts/lib/process/wait-for.mjs";

const roundsEach = 25;
const checkout = resolve(process.argv[2]);
const { version } = JSON.parse(await readFile(join(checkout, "package.json"), "utf8"));
const { startMesh } = await import(pathToFileURL(join(checkout, "scripts/lib/mesh/mesh.mjs")).href);

const dataDir = await mkdtemp(join(tmpdir(), "tenant-ops-fixture-"));
const mongod = await startMongod({ dataDir });
const client = await new MongoClient(mongod.url).connect();
const env = { webhooks: { WEBHOOK_ALLOW_HTTP: "true", WEBHOOK_EGRESS_ALLOW: "127.0.0.1/32" } };
const mesh = await startMesh({ mongodbUrl: mongod.url, dataDir, databasePrefix: "", env });
try {
  const caller = createCaller({ gatewayUrls: mesh.gatewayUrls, isOver: () => true });
  const { receiver, calls, ...business } = await createBusiness({ mesh, caller });
  for (const [kind, work] of Object.entries(createRounds({ calls, ...business })))
    for (let round = 0; round < roundsEach; round += 1) await work(`${kind}-${round}`);
  const isDelivered = async () =>
    (await client.db("webhooks").collection("deliveries").countDocuments({ status: "pending" })) === 0;
  await waitFor("all events", async () => receiver.events.size >= 4 * roundsEach && (await isDelivered()), {
    timeoutMs: 60_000,
  });
  const [endpoint] = (await calls.rest("GET", "/v1/public/webhooks/endpoints")).items;
  const rotate = `/v1/public/webhooks/endpoints/${endpoint._id}/rotate-secret`;
  const { secret } = await calls.rest("POST", rotate, { overlapHours: 0 });
  receiver.close();
  const answers = Object.fromEntries(
    await Promise.all(listPaths(business).map(async (path) => [path, (await calls.rest("GET", path)).items])),
  );
  // The processes write what they keep in memory, such as counters, when they stop.
  await mesh.stop();
  await sleep(500);
  const fixture = {
    version,
    roundsEach,
    publicUrl: mesh.gatewayUrls[0],
    secrets: mesh.secrets,
    business: { ...business, endpointId: endpoint._id, secret },
    answers,
    databases: await dump(),
  };
  const file = join(import.meta.dirname, `stored-by-${version}.json.gz`);
  await writeFile(file, gzipSync(BSON.EJSON.stringify(fixture, { relaxed: false }), { level: 9 }));
  process.stdout.write(`${file}\n`);
} finally {
  await mesh.stop();
  await client.close();
  await mongod.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function listPaths({ rouletteId, courseId, slug }) {
  return [
    "/v1/public/supply/stocks",
    "/v1/public/supply/centers",
    "/v1/public/supply/withdrawals?limit=100",
    "/v1/public/roulettes",
    `/v1/public/roulettes/${rouletteId}/spins?limit=100`,
    "/v1/public/prizes?limit=100",
    "/v1/public/courses",
    `/v1/public/courses/${courseId}/sessions?limit=100`,
    "/v1/public/flows",
    `/v1/public/flows/${slug}/registrations?limit=100`,
    "/v1/public/webhooks/endpoints",
  ];
}

/** By database and collection: the records and the indexes. */
async function dump() {
  const { databases } = await client.db("admin").command({ listDatabases: 1, nameOnly: true });
  const names = databases.map(({ name }) => name).filter((name) => !["admin", "config", "local"].includes(name));
  const entries = await Promise.all(names.map(async (name) => [name, await dumpDatabase(client.db(name))]));
  return Object.fromEntries(entries);
}

async function dumpDatabase(database) {
  const collections = await database.listCollections({}, { nameOnly: true }).toArray();
  const entries = collections.map(async ({ name }) => {
    const collection = database.collection(name);
    const [records, indexes] = await Promise.all([collection.find().toArray(), collection.indexes()]);
    return [name, { records, indexes }];
  });
  return Object.fromEntries(await Promise.all(entries));
}
