import { migrationConfig, runMigration } from "@tenant-ops/kit/process";
import { groups } from "./parts.js";
import { selectSettings } from "./settings.js";

/** The migration job of every part, one after the other: two at once would only share the work of one MongoDB. */
export async function migrateAll(environment: NodeJS.ProcessEnv = process.env): Promise<void> {
  const settings = Object.keys(migrationConfig.shape);
  for (const { name, schema } of groups.flat()) {
    await runMigration(name, schema, selectSettings(name, settings, environment));
  }
}
