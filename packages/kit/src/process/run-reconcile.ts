import { parseArgs } from "node:util";
import { readConfig } from "../config/config.js";
import { type CountSource, findCountDifferences, repairCounts } from "../data/counts/count-audit.js";
import { watchClosedBusinesses } from "../data/tenancy/closed-businesses.js";
import { openDatabase } from "../data/database.js";
import type { Database } from "../data/database.types.js";
import { packedDayAudit, packedTotalAudit } from "../data/analytics/packed-day-audit.js";
import { daySumAudit } from "../data/counts/day-sum-audit.js";
import type { LeaseRow } from "../data/infrastructure.js";
import { runWithLease } from "../data/leases/lease.js";
import { auditRecords, type RecordAudit } from "../data/audits/record-audit.js";
import { outboxAudit } from "../events/outbox-audit.js";
import { createLogger } from "../telemetry/logger.js";
import type { Pause } from "../data/audits/recheck.js";
import { storeReconciliation } from "./reconciliation.js";
import { jobConfig } from "./run-migration.js";

/** The invariants of the records of a service. They must hold after any failure of its processes. */
export interface Audits {
  /** Compare records with the records that they sum up or refer to. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each audit has rows of its own type
  records: readonly RecordAudit<any>[];
  /** Counters per day and of all time against a full count. */
  counts: readonly CountSource[];
  /** Records of this service that follow from those of others, on the same MongoDB. */
  compareOthers?: (databases: OtherDatabases) => Promise<void>;
}

export interface OtherDatabases {
  /** That of this service. */
  db: Database;
  /** One of another service, to read and close. It also has rows of businesses that are being deleted. */
  open: (name: string) => Promise<Database>;
  addProblem: (sentence: string) => void;
  print: (sentence: string) => void;
}

const problemsPrintedMax = 1000;
/** One query groups a whole collection. The CronJob has six hours for all of them. */
const readMsMax = 3_600_000;
const leaseName = "repair counts";
const options = {
  reconcile: { type: "boolean" },
  target: { type: "string" },
  business: { type: "string" },
  repair: { type: "boolean" },
} as const;

/**
 * Implements `--reconcile`: runs the audits, prints every problem, and stores when it ended and how many there were, for the metrics of the service.
 * It changes no other record and can run while the services work. Exit code 1 when something does not add up. `--business <id>`: only this one,
 * without its counters. `--repair`: adds what is missing in the counters.
 */
export async function runReconciliation(
  service: string,
  { records, counts, compareOthers }: Audits = { records: [], counts: [] },
  environment: NodeJS.ProcessEnv = process.env,
  args: readonly string[] = process.argv.slice(2),
  pause?: Pause,
): Promise<void> {
  const { business, repair } = parseArgs({ options, args: [...args] }).values;
  const { MONGODB_URL: url, MONGODB_DATABASE: name = service, LOG_LEVEL } = readConfig(jobConfig, environment);
  const startedAt = performance.now();
  const appName = `${service}-reconcile`;
  const logger = createLogger(appName, LOG_LEVEL);
  // The database user of this job has few rights in the databases of others. The closed businesses are in its own database.
  const open = (database: string) => openDatabase({ url, name: database, appName, logger, readMsMax });
  const db = await open(name);
  const report = createReport(service);
  let stopWatching: (() => void) | undefined;
  try {
    // The records of a business that is being deleted are incomplete. Before a deletion begins to delete, it waits longer for other processes than
    // this watch needs to detect it, so data that is read in one query, as the counters are, needs no second check.
    stopWatching = await watchClosedBusinesses(db.closedBusinesses);
    const ofKit: Audits["records"] = [
      outboxAudit,
      ...(counts.length > 0 ? [daySumAudit] : []),
      ...(counts.some(({ counted }) => counted) ? [packedDayAudit, packedTotalAudit] : []),
    ];
    for (const audit of [...records, ...ofKit]) {
      const found = await auditRecords(db, audit, report.addProblem, { businessId: business, pause });
      const verdict = found.problems === 0 ? "everything adds up" : `${found.problems} problems`;
      report.print(`${found.records} ${audit.records} of ${found.businesses} businesses, ${verdict}.`);
    }
    // The counters are compared for all businesses together.
    if (business === undefined) {
      if (repair) await repairAll(db, counts, report);
      else await compareCounts(db, counts, report);
      await compareOthers?.({ db, open, ...report });
      await storeReconciliation(db, report.count());
    }
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    logger.info({ problems: report.count(), seconds }, "reconciliation finished");
    if (report.count() > 0) process.exitCode = 1;
  } finally {
    stopWatching?.();
    await db.close();
  }
}

function createReport(service: string) {
  let problems = 0;
  const write = (line: string) => void process.stdout.write(`${line}\n`);
  const print = (sentence: string) => write(`${service}: ${sentence}`);
  return {
    print,
    addProblem: (sentence: string) => {
      problems += 1;
      if (problems <= problemsPrintedMax) write(`  ${sentence}`);
      else if (problems === problemsPrintedMax + 1) print("further problems are counted and not printed.");
    },
    count: () => problems,
  };
}

type Report = ReturnType<typeof createReport>;

async function compareCounts(db: Database, sources: readonly CountSource[], report: Report): Promise<void> {
  const before = report.count();
  for (const source of sources) {
    for await (const { businessId, subject, at, missing } of findCountDifferences(db, source)) {
      const time = at?.toISOString() ?? "all time";
      report.addProblem(`counter of ${businessId} ${subject || "all"} ${time}: ${JSON.stringify(missing)} missing`);
    }
  }
  const wrong = report.count() - before;
  const verdict =
    wrong === 0 ? "the counters are right." : `${wrong} counters are wrong; --repair adds what is missing.`;
  report.print(verdict);
}

/** Runs under a lease: two repairs at once would add the missing counts twice. */
async function repairAll(db: Database, sources: readonly CountSource[], report: Report): Promise<void> {
  const repaired = await runWithLease(db.infrastructure<LeaseRow>("leases"), leaseName, async (signal) => {
    let count = 0;
    for (const source of sources) {
      signal.throwIfAborted();
      count += await repairCounts(db, source);
    }
    return count;
  });
  if (repaired) report.print(`${repaired.result} counters repaired.`);
  else report.addProblem("another process repairs the counters; nothing was done.");
}
