// npm run reconcile: checks that the stocks of the running mesh equal the sum of their movements, and the counters per day a full
// count. Exit code 1 if not.
import { join } from "node:path";
import { printFailure } from "./lib/console.mjs";
import { mergeEnv } from "./lib/mesh/mesh-env.mjs";
import { requireRunningMesh } from "./lib/mesh/running-mesh.mjs";
import { root } from "./lib/paths.mjs";
import { runCommand } from "./lib/process/run-command.mjs";

try {
  // MONGODB_URL in the environment chooses the database of another mesh.
  const mongodbUrl = process.env.MONGODB_URL ?? (await requireRunningMesh()).mongodbUrl;
  const settings = { MONGODB_URL: mongodbUrl, MONGODB_DATABASE: process.env.MONGODB_DATABASE ?? "supply" };
  const env = mergeEnv(process.env, settings);
  const run = async (script, given, ...args) => {
    const { code } = await runCommand(process.execPath, [join(root, script), ...args], { env: given, inherit: true });
    if (code !== 0) process.exitCode = code;
  };
  await run("services/supply/dist/reconcile.js", env);
  // `-- --repair` adds what is missing in the counters.
  const options = process.argv.includes("--repair") ? ["--repair"] : [];
  for (const service of ["supply", "roulettes", "learning", "flows", "webhooks"]) {
    const own = mergeEnv(process.env, { MONGODB_URL: mongodbUrl, MONGODB_DATABASE: service });
    await run(`services/${service}/dist/reconcile-counts.js`, own, ...options);
  }
} catch (error) {
  printFailure("Reconciling", error);
  process.exitCode = 1;
}
