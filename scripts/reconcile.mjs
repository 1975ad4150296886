// npm run reconcile [-- <service> …] [-- --business <id> | -- --repair]: checks that the numbers that services keep equal the records
// that they sum up, such as stocks and their movements, and the counters per day a full count. Without names: all services. Exit code 1
// if not. `--repair` adds what is missing in the counters.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { printFailure } from "./lib/console.mjs";
import { mergeEnv } from "./lib/mesh/mesh-env.mjs";
import { listServices } from "./lib/mesh/mesh-plan.mjs";
import { requireRunningMesh } from "./lib/mesh/running-mesh.mjs";
import { root } from "./lib/paths.mjs";
import { runCommand } from "./lib/process/run-command.mjs";

try {
  const options = { business: { type: "string" }, repair: { type: "boolean" } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const unknown = positionals.find((name) => !listServices().includes(name));
  if (unknown) throw new Error(`${unknown} is not one of the services: ${listServices().join(", ")}.`);
  // MONGODB_URL in the environment chooses the database of another mesh, MONGODB_DATABASE one with another name.
  const MONGODB_URL = process.env.MONGODB_URL ?? (await requireRunningMesh()).mongodbUrl;
  const { MONGODB_DATABASE } = process.env;
  if (MONGODB_DATABASE && positionals.length !== 1) throw new Error("MONGODB_DATABASE is for one service: name it.");
  const env = mergeEnv(process.env, { MONGODB_URL });
  const given = [...(values.business ? ["--business", values.business] : []), ...(values.repair ? ["--repair"] : [])];
  for (const target of positionals.length > 0 ? positionals : ["all"]) {
    const args = [join(root, "all/dist/main.js"), "--target", target, "--reconcile", ...given];
    const { code } = await runCommand(process.execPath, args, { env, inherit: true });
    if (code !== 0) process.exitCode = 1;
  }
} catch (error) {
  printFailure("Reconciling", error);
  process.exitCode = 1;
}
