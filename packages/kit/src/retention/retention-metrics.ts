import { Counter, type Registry } from "prom-client";
import type { Database } from "../data/database.types.js";
import { createCollectedGauge } from "../telemetry/metrics.js";
import { listRules, type RetentionRow } from "./retention-rules.store.js";

export interface RetentionMetrics {
  removed: Counter<"kind" | "mode">;
  failures: Counter<"kind">;
}

/** The gauge is queried at each scrape. All replicas report the same value: take the maximum. */
export function registerRetentionMetrics(registry: Registry, db: Database): RetentionMetrics {
  const late = createCollectedGauge(registry, {
    name: "tenantops_retention_late_seconds",
    help: "How long ago nothing was left whose time was over, of the business and kind of history for which that is longest; 0 without a retention",
    async collect() {
      // The history of a business that is being offboarded stays until the whole business is deleted.
      const rows = (await listRules(db)).filter(({ _id }) => !db.closedBusinesses.has(_id));
      late.set(findLateSeconds(rows, Date.now()));
    },
  });
  return {
    removed: new Counter({
      name: "tenantops_retention_removed_total",
      help: "Records of history that were deleted because their time was over, by kind and mode",
      labelNames: ["kind", "mode"],
      registers: [registry],
    }),
    failures: new Counter({
      name: "tenantops_retention_failures_total",
      help: "Searches for history whose time was over that failed, by kind; `undelivered`: businesses whose history was not deleted, because accounts has not sent their rules since the process started",
      labelNames: ["kind"],
      registers: [registry],
    }),
  };
}

export function findLateSeconds(rows: readonly Pick<RetentionRow, "rules" | "doneAt">[], now: number): number {
  const ages = rows.flatMap(({ rules, doneAt }) =>
    Object.keys(rules).map((kind) => Math.max(0, now - (doneAt[kind]?.getTime() ?? now)) / 1000),
  );
  return ages.reduce((most, age) => Math.max(most, age), 0);
}
