// node e2e/upgrade/rehearse.mjs <folder>: an upgrade from the release in that folder (a checkout, installed and built) to
// this build, the way back, and forward again, under load; then nothing may be lost. Supply and learning with a gateway each.
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { MongoClient } from "mongodb";
import { startBackend } from "../../scripts/lib/backend/backend.mjs";
import { createAdminClient } from "../../scripts/lib/mesh/gateway-client.mjs";
import * as here from "../../scripts/lib/mesh/mesh.mjs";
import { withoutLimits } from "../../scripts/lib/mesh/without-limits.mjs";
import { root } from "../../scripts/lib/paths.mjs";
import { runCommand } from "../../scripts/lib/process/run-command.mjs";
import { waitFor } from "../../scripts/lib/process/wait-for.mjs";
import { startLoad } from "./load.mjs";

const units = 1_000_000;
const roundsPerPhase = 100;
const services = ["supply", "learning"];
const env = { gateway: withoutLimits };
const print = (line) => process.stdout.write(`${line}\n`);

const before = await import(pathToFileURL(join(resolve(process.argv[2]), "scripts/lib/mesh/mesh.mjs")).href);
const dataDir = await mkdtemp(join(tmpdir(), "upgrade-"));
const backend = await startBackend({ dataDir, logDir: join(dataDir, "logs") });
const { mongodbUrl, natsUrl } = backend;
const client = await MongoClient.connect(mongodbUrl);
const collection = (service, name) => client.db(service).collection(name);

const startVersion = ({ startMesh }, name) => {
  const logDir = join(dataDir, `logs-${name}`);
  return startMesh({ mongodbUrl, natsUrl, dataDir, logDir, databasePrefix: "", services, env });
};
const targets = [];
let load;
/** Starts these versions and stops the others, then waits until the load has got a number of further answers. */
async function serve(name, versions, stopped) {
  targets.splice(0, targets.length, ...versions.flatMap(({ gatewayUrls }) => gatewayUrls));
  await stopped?.stop();
  const goal = load.withdrawals.length + roundsPerPhase;
  await waitFor(`the load of "${name}"`, () => load.withdrawals.length >= goal, { timeoutMs: 240_000 });
  print(`${name}: ${load.withdrawals.length} withdrawals, answers ${JSON.stringify([...load.answers])}`);
}

const problems = [];
const check = (what, found, expected) => {
  print(`${what}: ${found}`);
  if (found !== expected) problems.push(`${what}: ${found} instead of ${expected}`);
};

try {
  let old = await startVersion(before, "before");
  const admin = createAdminClient(old.operatorUrls[0], old.operatorKey);
  const place = { country: "MX", currency: "MXN", timeZone: "America/Mexico_City" };
  const { _id: businessId } = await admin.createBusiness({ name: "Upgrade", ...place });
  const { key } = await admin.createKey(businessId, { name: "load" });
  targets.push(...old.gatewayUrls);
  load = await startLoad({ key, businessId, targets, units });
  await serve("the release alone", [old]);
  // Runs the jobs, then starts the processes, while the release serves.
  let current = await startVersion(here, "this");
  await serve("both, after the jobs", [old, current]);
  await serve("this build alone", [current], old);
  old = await startVersion(before, "before");
  await serve("both, on the way back", [old, current]);
  await serve("the release again", [old], current);
  current = await startVersion(here, "this");
  await serve("both, forward again", [old, current]);
  await serve("this build at the end", [current], old);
  await load.stop();

  for (const { migrate } of Object.values(current.processes)) await migrate();
  const pending = () => collection("supply", "outbox").countDocuments({ publishedAt: null });
  await waitFor("an empty outbox", async () => (await pending()) === 0, { timeoutMs: 60_000 });
  check("refused or unanswered requests", load.refused.length, 0);
  check(
    "withdrawals",
    await collection("supply", "withdrawals").countDocuments({ businessId }),
    load.withdrawals.length,
  );
  check(
    "units left",
    (await collection("supply", "centerStocks").findOne({ businessId })).currentStock,
    units - load.withdrawals.length,
  );
  check("sessions", await collection("learning", "sessions").countDocuments({ businessId }), load.sessions.length);
  const args = [join(root, "scripts/reconcile.mjs"), ...services];
  const reconcile = await runCommand(process.execPath, args, { env: { ...process.env, MONGODB_URL: mongodbUrl } });
  print(reconcile.stdout);
  check("exit code of reconcile", reconcile.code, 0);
  await current.stop();
} finally {
  await load?.stop();
  await client.close();
  await backend.stop();
}
for (const line of [...problems, ...load.refused.slice(0, 10)]) print(line);
// Clients of HTTP keep their connections open.
process.exit(problems.length === 0 ? 0 : 1);
