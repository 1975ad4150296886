// The migration jobs of a mesh, before its processes start.
import { toOwnName } from "./mesh-env.mjs";
import { runMigrationJob } from "./mesh-process.mjs";
import { findEntry, listServices } from "./mesh-plan.mjs";
import { waitForAll } from "./wait-for-all.mjs";

const settings = ["MONGODB_URL", "MONGODB_URL_FILE", "MONGODB_DATABASE", "LOG_LEVEL"];

/**
 * @param jobs `{ name, entry, env, logFile }` of the first replica of each process: replicas share a database
 * @throws Failure with the last log lines of a job
 */
export async function migrateMesh(jobs, logFile) {
  const names = new Set(jobs.map(({ name }) => name));
  const isWhole = ["gateway", ...listServices()].every((name) => names.has(name));
  if (!isWhole) return waitForAll(jobs.map(({ name, ...job }) => runMigrationJob(name, job)));
  // One process for all jobs, because starting seven processes takes several times longer than their work.
  const own = jobs.flatMap(({ name, env }) =>
    settings.filter((setting) => env[setting]).map((setting) => [toOwnName(name, setting), env[setting]]),
  );
  const env = { ...process.env, ...Object.fromEntries(own) };
  return runMigrationJob("migrations", { entry: findEntry("all", "all"), env, logFile });
}
