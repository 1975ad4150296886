import { jobConfig, runMigration, runProcess } from "@tenant-ops/kit/process";
import { createSettingsSelector, startAll } from "./all.js";
import { groups, type Part } from "./parts.js";
import { selectSettings } from "./settings.js";

/** The migration job of every part. */
export const migrateAll = (environment: NodeJS.ProcessEnv = process.env) =>
  runForAll(({ name, schema }, own) => runMigration(name, schema, own), environment);

/** The comparison of all records of every part. */
const reconcileAll = (environment: NodeJS.ProcessEnv = process.env) =>
  runForAll((part, own) => part.reconcile?.(own), environment);

/** Encrypts the stored secrets of every part with the first key. Reads all settings of these parts, as the process itself does. */
async function reencryptAll(environment: NodeJS.ProcessEnv = process.env): Promise<void> {
  const select = createSettingsSelector(environment);
  for (const part of groups.flat()) await part.reencrypt?.(select(part));
}

/** One after the other: two at once would only share the work of one MongoDB. */
async function runForAll(
  run: (part: Part, own: NodeJS.ProcessEnv) => Promise<void> | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const settings = Object.keys(jobConfig.shape);
  for (const part of groups.flat()) await run(part, selectSettings(part.name, settings, environment));
}

await runProcess("all", {
  start: () => startAll(),
  migrate: () => migrateAll(),
  reconcile: () => reconcileAll(),
  reencrypt: () => reencryptAll(),
});
