// npm run migrate [-- <process> …]: brings the databases to the schema of this checkout, as the migration jobs of a cluster do before the
// processes of a new version start. Without names: the gateway and all services. MONGODB_URL chooses the database of another mesh.
import { parseArgs } from "node:util";
import { printFailure } from "./lib/console.mjs";
import { mergeEnv } from "./lib/mesh/mesh-env.mjs";
import { findEntry } from "./lib/mesh/mesh-plan.mjs";
import { requireRunningMesh } from "./lib/mesh/running-mesh.mjs";
import { runCommand } from "./lib/process/run-command.mjs";

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const MONGODB_URL = process.env.MONGODB_URL ?? (await requireRunningMesh()).mongodbUrl;
  const env = mergeEnv(process.env, { MONGODB_URL });
  for (const target of positionals.length > 0 ? positionals : ["all"]) {
    const args = [findEntry("all"), "--target", target, "--migrate"];
    const { code } = await runCommand(process.execPath, args, { env, inherit: true });
    if (code !== 0) process.exitCode = 1;
  }
} catch (error) {
  printFailure("Migrating", error);
  process.exitCode = 1;
}
