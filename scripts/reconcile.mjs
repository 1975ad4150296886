// npm run reconcile: checks that the stocks of the running mesh equal the sum of their movements. Exit code 1 if not.
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
  const script = join(root, "services/supply/dist/reconcile.js");
  const { code } = await runCommand(process.execPath, [script], { env, inherit: true });
  process.exitCode = code;
} catch (error) {
  printFailure("Reconciling", error);
  process.exitCode = 1;
}
