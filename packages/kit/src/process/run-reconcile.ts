import { parseArgs } from "node:util";
import { readConfig } from "../config/config.js";
import { openDatabase } from "../data/database.js";
import { auditRecords, type RecordAudit } from "../data/record-audit.js";
import { createLogger } from "../telemetry/logger.js";
import { serviceConfig } from "./service-settings.js";

const problemsPrintedMax = 1000;

/**
 * The program `reconcile.js` of a service: runs its audits, prints the result, and exits with 1 when something does not add up. It
 * reads MONGODB_URL and MONGODB_DATABASE (default: the service's name), changes nothing, and can run while the services work.
 * Option `--business <id>`: only this one.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- each audit has rows of its own type
export async function runReconcile(service: string, audits: readonly RecordAudit<any>[]): Promise<void> {
  const { values } = parseArgs({ options: { business: { type: "string" } } });
  const { MONGODB_URL: url, MONGODB_DATABASE: name = service } = readConfig(
    serviceConfig.pick({ MONGODB_URL: true, MONGODB_DATABASE: true }),
  );
  const appName = `${service}-reconcile`;
  const db = await openDatabase({ url, name, appName, logger: createLogger(appName, "warn") });
  let problems = 0;
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    for (const audit of audits) {
      const onProblem = (sentence: string) => {
        problems += 1;
        if (problems <= problemsPrintedMax) print(`  ${sentence}`);
      };
      const { records, businesses, problems: found } = await auditRecords(db, audit, onProblem, values.business);
      const verdict = found === 0 ? "everything adds up" : `${found} problems`;
      print(`${service}: ${records} ${audit.records} of ${businesses} businesses, ${verdict}.`);
    }
    if (problems > problemsPrintedMax) print(`  … ${problems - problemsPrintedMax} problems more`);
    print(`${service}: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB of memory at most.`);
    process.exitCode = problems === 0 ? 0 : 1;
  } finally {
    await db.close();
  }
}
