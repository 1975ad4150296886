import { readConfig } from "../config/config.js";
import { type CountSource, findCountDifferences, repairCounts } from "../data/count-audit.js";
import { openDatabase } from "../data/database.js";
import type { Database } from "../data/database.types.js";
import type { LeaseRow } from "../data/infrastructure.js";
import { runWithLease } from "../data/lease.js";
import { createLogger } from "../telemetry/logger.js";
import { serviceConfig } from "./service-settings.js";

const shownMax = 20;
const leaseName = "repair counts";

/**
 * The program `reconcile-counts.js` of a service: compares its counters with a full count and prints the verdict; exit code 1 when
 * they differ. With `--repair` it adds what is missing. Reads MONGODB_URL and MONGODB_DATABASE. The services may work meanwhile.
 */
export async function auditCounts(service: string, sources: readonly CountSource[]): Promise<void> {
  const { MONGODB_URL: url, MONGODB_DATABASE: name = service } = readConfig(
    serviceConfig.pick({ MONGODB_URL: true, MONGODB_DATABASE: true }),
  );
  const appName = `${service}-reconcile-counts`;
  const db = await openDatabase({ url, name, appName, logger: createLogger(appName, "warn") });
  try {
    const lines = process.argv.includes("--repair") ? await repair(db, sources) : await compare(db, sources);
    process.stdout.write(`${[`${service}: ${lines[0]}`, ...lines.slice(1)].join("\n")}\n`);
  } finally {
    await db.close();
  }
}

async function compare(db: Database, sources: readonly CountSource[]): Promise<string[]> {
  const shown: string[] = [];
  let count = 0;
  for (const source of sources) {
    for await (const { businessId, subject, at, missing } of findCountDifferences(db, source)) {
      count += 1;
      const time = at?.toISOString() ?? "all time";
      if (count <= shownMax)
        shown.push(`${businessId} ${subject || "all"} ${time}: ${JSON.stringify(missing)} missing`);
    }
  }
  if (count > 0) process.exitCode = 1;
  return [
    count === 0 ? "the counters are right." : `${count} counters are wrong; --repair adds what is missing:`,
    ...shown,
  ];
}

/** Two at once would add twice what is missing: the lease allows one. */
async function repair(db: Database, sources: readonly CountSource[]): Promise<string[]> {
  const repaired = await runWithLease(db.infrastructure<LeaseRow>("leases"), leaseName, async (signal) => {
    let count = 0;
    for (const source of sources) {
      signal.throwIfAborted();
      count += await repairCounts(db, source);
    }
    return count;
  });
  if (repaired) return [`${repaired.result} counters repaired.`];
  process.exitCode = 1;
  return ["another process repairs the counters; nothing was done."];
}
