import { Gauge, type Registry } from "prom-client";
import type { Database } from "../data/database.types.js";
import { startLeasedPeriodicTask } from "../data/leases/leased-periodic-task.js";
import { countKeyUses, type KeyUses, type StoredSecrets } from "../data/stored-secrets.js";
import type { Keyring } from "../encryption/encryption.js";
import type { Logger } from "../telemetry/logger.js";

/** The secrets that a service stores encrypted, and its keys. */
export interface SecretKeys {
  /** Name of the setting that holds the keys. */
  setting: string;
  keyring: Keyring;
  stored: readonly StoredSecrets[];
  /** Starts although secrets are stored whose key is lost; see `ALLOW_UNREADABLE_SECRETS`. */
  allowUnreadable: boolean;
}

const countEveryMs = 60_000;
/** A process that has not counted for this time reports no value, because another one counts now. */
const staleAfterMs = 3 * countEveryMs;

/**
 * Refuses to start when a key was removed too early. In a rolling restart the first new process does not become ready, and those with the key keep
 * running. Without this check the deliveries of some endpoints would stop unnoticed.
 * @throws Error that names the setting and how many secrets need the missing key
 */
export async function assertKeysComplete(db: Database, keys: SecretKeys, logger: Logger): Promise<void> {
  const uses = await countKeyUses(db, keys.keyring, keys.stored).catch((error: unknown) => {
    // A check, and no reason to stay down: the metric says the same a minute later.
    logger.warn({ err: error }, "stored secrets not counted");
    return undefined;
  });
  if (!uses?.missing) return;
  logger.error({ setting: keys.setting, ...uses }, "stored secrets need a key that is missing");
  if (keys.allowUnreadable) return;
  throw new Error(
    `${keys.setting}: ${uses.missing} stored secrets were encrypted with a key that it does not contain. Add the earlier key at the end, ` +
      "run `--reencrypt-secrets`, and remove it then. When the key is lost, ALLOW_UNREADABLE_SECRETS=true starts without them.",
  );
}

/** Counts in one process at a time which keys are still needed. @returns how to stop */
export function startSecretMetrics(
  { database, logger, registry }: { database: Database; logger: Logger; registry: Registry },
  { keyring, stored }: SecretKeys,
): () => Promise<void> {
  let latest: { uses: KeyUses; at: number } | undefined;
  const gauge = new Gauge({
    name: "tenantops_stored_secrets",
    help: "Encrypted secrets in the database by the key that they need: the current one, an old one, or one that is missing",
    labelNames: ["key"],
    registers: [registry],
    collect() {
      gauge.reset();
      if (!latest || performance.now() - latest.at > staleAfterMs) return;
      for (const [key, count] of Object.entries(latest.uses)) gauge.set({ key }, count);
    },
  });
  const run = async () =>
    void (latest = { uses: await countKeyUses(database, keyring, stored), at: performance.now() });
  return startLeasedPeriodicTask(
    { database, logger },
    { name: "stored secrets", everyMs: countEveryMs, runAtStart: true, keepsLease: true, run },
  );
}
