// npm run reconcile [-- <service> …] [-- --business <id> | -- --repair]: checks that the numbers that services keep equal the records
// that they sum up, such as stocks and their movements, and the counters per day a full count. Without names: all services. Exit code 1
// if not. `--repair` adds what is missing in the counters.
import { parseArgs } from "node:util";
import { print, printFailure } from "./lib/console.mjs";
import { mergeEnv } from "./lib/mesh/mesh-env.mjs";
import { findEntry, listServices } from "./lib/mesh/mesh-plan.mjs";
import { requireRunningMesh } from "./lib/mesh/running-mesh.mjs";
import { runCommand } from "./lib/process/run-command.mjs";

const usage = `npm run reconcile [-- <service> …] [-- --business <id> | -- --repair]

Compares the records of the services with each other, and their counters with a full count. Prints each
contradiction; exit code 1 when there are any. Changes nothing without --repair. Without names: all services.
Calls of agents, and visits of pages, have no records, so their counters are not compared.

  <service>        ${listServices().join(", ")}
  --business <id>  only this business; counters are of all businesses, so they are left out
  --repair         adds what is missing in the counters, of all businesses, while the services run
  --help           prints this

MONGODB_URL chooses the database of another mesh, MONGODB_DATABASE one with another name (for one service).`;

try {
  const options = { business: { type: "string" }, repair: { type: "boolean" }, help: { type: "boolean", short: "h" } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) print(usage);
  else await reconcile(values, positionals);
} catch (error) {
  printFailure("Reconciling", error);
  process.exitCode = 1;
}

async function reconcile(values, positionals) {
  const unknown = positionals.find((name) => !listServices().includes(name));
  if (unknown) throw new Error(`${unknown} is not one of the services: ${listServices().join(", ")}.`);
  // MONGODB_URL in the environment chooses the database of another mesh, MONGODB_DATABASE one with another name.
  const MONGODB_URL = process.env.MONGODB_URL ?? (await requireRunningMesh()).mongodbUrl;
  const { MONGODB_DATABASE } = process.env;
  if (MONGODB_DATABASE && positionals.length !== 1) throw new Error("MONGODB_DATABASE is for one service: name it.");
  const env = mergeEnv(process.env, { MONGODB_URL });
  const given = [...(values.business ? ["--business", values.business] : []), ...(values.repair ? ["--repair"] : [])];
  for (const target of positionals.length > 0 ? positionals : ["all"]) {
    const args = [findEntry("all"), "--target", target, "--reconcile", ...given];
    const { code } = await runCommand(process.execPath, args, { env, inherit: true });
    if (code !== 0) process.exitCode = 1;
  }
}
