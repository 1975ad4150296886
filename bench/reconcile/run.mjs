// npm run bench -- reconcile: how long `npm run reconcile` takes for a large business, and how much memory. Seeds each service with
// consistent records, fills the counters (`--repair`), and compares everything once more.
// Options: --rows 1000000 --service <name> (repeatable) --no-build.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { MongoClient } from "mongodb";
import { startMongod } from "../../scripts/lib/backend/mongod.mjs";
import { startMesh } from "../../scripts/lib/mesh/mesh.mjs";
import { buildPackages } from "../../scripts/lib/setup/build.mjs";
import { installPackages } from "../../scripts/lib/setup/install.mjs";
import { reconcileService, seedService } from "./large-business.mjs";
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
  await seedService(client, database, records[service]);
  const reconcile = async (...options) => {
    const { code, seconds } = await reconcileService({ mongodbUrl: mongod.url, database, service }, ...options);
    const command = [service, ...options].join(" ");
    process.stdout.write(`${command}: ${seconds.toFixed(1)} s, exit code ${code}\n`);
    return code;
  };
  await reconcile("--repair");
  if ((await reconcile()) !== 0) process.exitCode = 1;
}
