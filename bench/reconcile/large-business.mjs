// Records of a large business, straight into the databases, and the reconciliation of a service: for the benches that need both.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/lib/paths.mjs";
import { runCommand } from "../../scripts/lib/process/run-command.mjs";
import { withoutIndexes } from "../growth/copy-records.mjs";

const rowsPerCommand = 10_000;
/** A reconciliation that holds more than some batches of records ends with an error. */
const heapMaxMb = 64;

/** @param collections what `createRecords` gives for one service */
export async function seedService(client, database, collections) {
  for (const [name, { count, toRecord }] of Object.entries(collections)) {
    process.stderr.write(`${database}: ${count} ${name}\n`);
    const collection = client.db(database).collection(name);
    await withoutIndexes(collection, () => insertRecords(collection, count, toRecord));
  }
}

async function insertRecords(collection, count, toRecord) {
  for (let first = 0; first < count; first += rowsPerCommand) {
    const length = Math.min(rowsPerCommand, count - first);
    const batch = Array.from({ length }, (_, index) => toRecord(first + index));
    await collection.insertMany(batch, { ordered: false, writeConcern: { w: 1, j: false } });
  }
}

/** @returns the exit code of `npm run reconcile -- <service>`, which prints what it finds, and how long it took */
export async function reconcileService({ mongodbUrl, database, service }, ...options) {
  const probe = pathToFileURL(join(import.meta.dirname, "memory-probe.mjs"));
  const NODE_OPTIONS = `--import ${probe} --max-old-space-size=${heapMaxMb}`;
  const env = { ...process.env, MONGODB_URL: mongodbUrl, MONGODB_DATABASE: database, NODE_OPTIONS };
  const started = performance.now();
  const args = [join(root, "scripts/reconcile.mjs"), service, ...options];
  const { code } = await runCommand(process.execPath, args, { env, inherit: true });
  return { code, seconds: (performance.now() - started) / 1000 };
}
