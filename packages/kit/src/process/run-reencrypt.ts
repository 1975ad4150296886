import type { DescService } from "@bufbuild/protobuf";
import type * as z from "zod";
import { openDatabase } from "../data/database.js";
import { countKeyUses, reencryptSecrets } from "../data/stored-secrets.js";
import { createLogger } from "../telemetry/logger.js";
import type { ServiceConfig } from "./service-settings.js";
import type { ServiceDefinition } from "./service.types.js";

/**
 * What a service does with `--reencrypt-secrets`: encrypts all stored secrets with the first key and prints how many. Run it beside
 * the service, with the same settings, when every replica has the new key. Exit code 1 when a secret needs a key that is missing.
 */
export async function runReencryption<Api extends DescService, Schema extends z.ZodObject, Setup extends object>(
  { name, secretKeys, shared }: ServiceDefinition<Api, Schema, Setup>,
  settings: z.infer<Schema>,
): Promise<void> {
  if (!secretKeys) throw new Error(`${name} stores no encrypted secrets`);
  const { keyring, stored } = secretKeys(settings);
  const config = settings as unknown as ServiceConfig;
  const appName = `${name}-reencrypt`;
  const logger = createLogger(appName, "warn");
  const database = { url: config.MONGODB_URL, name: config.MONGODB_DATABASE ?? name };
  const db = await openDatabase({ ...database, appName, logger, ...(shared && { sharedIndexes: shared }) });
  try {
    const replaced = await reencryptSecrets(db, keyring, stored);
    const { current, old, missing } = await countKeyUses(db, keyring, stored);
    process.stdout.write(
      `${name}: ${replaced} secrets encrypted again. Now ${current} use the first key, ${old} an old one, ${missing} one that is missing.\n`,
    );
    // Not 0 otherwise: the job of another part may have set it.
    if (old + missing > 0) process.exitCode = 1;
  } finally {
    await db.close();
  }
}
