// npm run reconcile [-- <service> …] [-- --business <id>] [-- --repair]: checks that the numbers that services keep equal the records
// that they sum up, such as stocks and their movements, and the counters per day a full count. Without names: all services. Exit code 1
// if not. `--repair` adds what is missing in the counters.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { printFailure } from "./lib/console.mjs";
import { mergeEnv } from "./lib/mesh/mesh-env.mjs";
import { requireRunningMesh } from "./lib/mesh/running-mesh.mjs";
import { root } from "./lib/paths.mjs";
import { runCommand } from "./lib/process/run-command.mjs";

const audited = ["supply", "roulettes", "learning", "flows", "webhooks"];

try {
  const options = { business: { type: "string" }, repair: { type: "boolean" } };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const unknown = positionals.find((name) => !audited.includes(name));
  if (unknown) throw new Error(`${unknown} is no service with an audit; these have one: ${audited.join(", ")}.`);
  const services = positionals.length > 0 ? positionals : audited;
  // MONGODB_URL in the environment chooses the database of another mesh, MONGODB_DATABASE one with another name.
  const MONGODB_URL = process.env.MONGODB_URL ?? (await requireRunningMesh()).mongodbUrl;
  const { MONGODB_DATABASE } = process.env;
  if (MONGODB_DATABASE && services.length > 1) throw new Error("MONGODB_DATABASE is for one service: name it.");
  for (const service of services) {
    const env = mergeEnv(process.env, { MONGODB_URL, MONGODB_DATABASE: MONGODB_DATABASE ?? service });
    const run = async (program, ...args) => {
      const script = join(root, `services/${service}/dist/${program}.js`);
      const { code } = await runCommand(process.execPath, [script, ...args], { env, inherit: true });
      if (code !== 0) process.exitCode = 1;
    };
    await run("reconcile", ...(values.business ? ["--business", values.business] : []));
    // The counters are compared for all businesses together.
    if (!values.business) await run("reconcile-counts", ...(values.repair ? ["--repair"] : []));
  }
} catch (error) {
  printFailure("Reconciling", error);
  process.exitCode = 1;
}
