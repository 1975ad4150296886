// node services/supply/dist/reconcile.js: checks that all ledgers add up to the quantities of the centers; exit code 1 if not.
// Reads MONGODB_URL and MONGODB_DATABASE (default: supply). It changes nothing and can run while the services work.
import { readConfig } from "@tenant-ops/kit/config";
import { openDatabase } from "@tenant-ops/kit/data";
import { serviceConfig } from "@tenant-ops/kit/process";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { auditLedgers } from "./ledger-audit.js";

const { MONGODB_URL: url, MONGODB_DATABASE: name = "supply" } = readConfig(
  serviceConfig.pick({ MONGODB_URL: true, MONGODB_DATABASE: true }),
);
const db = await openDatabase({
  url,
  name,
  appName: "supply-reconcile",
  logger: createLogger("supply-reconcile", "warn"),
});
try {
  const { businesses, centerStocks, movements, problems } = await auditLedgers(db);
  const verdict = problems.length === 0 ? "Everything adds up." : `${problems.length} problems:`;
  const counts = `${businesses} businesses, ${centerStocks} center stocks, ${movements} movements.`;
  process.stdout.write(`${[`${counts} ${verdict}`, ...problems].join("\n")}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await db.close();
}
