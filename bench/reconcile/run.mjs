// npm run bench -- reconcile: how long `npm run reconcile` takes for a large business, and how much memory. Seeds each service with
// consistent records, fills the counters (`--repair`), and compares everything once more.
// Options: --rows 1000000 --service <name> (repeatable) --no-build.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { MongoClient } from "mongodb";
import { startMongod } from "../../scripts/lib/backend/mongod.mjs";
import { startMesh } from "../../scripts/lib/mesh/mesh.mjs";
import { root } from "../../scripts/lib/paths.mjs";
import { runCommand } from "../../scripts/lib/process/run-command.mjs";
import { buildPackages } from "../../scripts/lib/setup/build.mjs";
import { installPackages } from "../../scripts/lib/setup/install.mjs";
import { withoutIndexes } from "../growth/copy-records.mjs";
import { createRecords } from "./records.mjs";

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== "reconcile"),
  options: {
    rows: { type: "string", default: "1000000" },
    service: { type: "string", multiple: true },
    build: { type: "boolean", default: true },
  },
  allowNegative: true,
});
const records = createRecords("biz_01hx0000000000000000000000", Number(values.rows));
const services = values.service ?? Object.keys(records);
const rowsPerCommand = 10_000;
/** A reconciliation that holds more than some batches of records ends with an error. */
const heapMaxMb = 64;

if (values.build) {
  await installPackages();
  await buildPackages();
}
const dataDir = await mkdtemp(join(tmpdir(), "tenant-ops-reconcile-"));
const mongod = await startMongod({ dataDir });
const client = await MongoClient.connect(mongod.url);
try {
  const prefix = await createDatabases();
  for (const service of services) await measureService(service, `${prefix}${service}`);
} finally {
  await client.close();
  await mongod.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** The services create their indexes when they start. @returns the prefix of their databases */
async function createDatabases() {
  const mesh = await startMesh({ mongodbUrl: mongod.url, dataDir });
  await mesh.stop();
  return mesh.databasePrefix;
}

async function measureService(service, database) {
  for (const [name, { count, toRecord }] of Object.entries(records[service])) {
    process.stderr.write(`${service}: ${count} ${name}\n`);
    const collection = client.db(database).collection(name);
    await withoutIndexes(collection, () => insertRecords(collection, count, toRecord));
  }
  const probe = pathToFileURL(join(import.meta.dirname, "memory-probe.mjs"));
  const env = {
    ...process.env,
    MONGODB_URL: mongod.url,
    MONGODB_DATABASE: database,
    NODE_OPTIONS: `--import ${probe}`,
  };
  const reconcile = async (...options) => {
    const started = performance.now();
    const args = [join(root, "scripts/reconcile.mjs"), service, ...options];
    const { code } = await runCommand(process.execPath, args, { env, inherit: true });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(
      `${service}${options.map((option) => ` ${option}`).join("")}: ${seconds} s, exit code ${code}\n`,
    );
    return code;
  };
  await reconcile("--repair");
  if ((await reconcile()) !== 0) process.exitCode = 1;
}

async function insertRecords(collection, count, toRecord) {
  for (let first = 0; first < count; first += rowsPerCommand) {
    const length = Math.min(rowsPerCommand, count - first);
    const batch = Array.from({ length }, (_, index) => toRecord(first + index));
    await collection.insertMany(batch, { ordered: false, writeConcern: { w: 1, j: false } });
  }
}
