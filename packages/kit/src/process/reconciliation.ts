import type { Registry } from "prom-client";
import { singleFlight } from "../concurrency/single-flight.js";
import type { Database } from "../data/database.types.js";
import type { ReconciliationRow } from "../data/infrastructure.js";
import { collectMs, createCollectedGauge, setOrRemove } from "../telemetry/metrics.js";

const lastId = "last";

/** Keeps the result of the last complete run. Its job ends before Prometheus could read it, so the service reports it. */
export async function storeReconciliation(db: Database, problems: number): Promise<void> {
  await db
    .infrastructure<ReconciliationRow>("reconciliations")
    .updateOne({ _id: lastId }, { $set: { finishedAt: new Date(), problems } }, { upsert: true });
}

/** All replicas report the same: take the maximum. No value while no run has ever finished. */
export function registerReconciliationMetrics(registry: Registry, db: Database): void {
  const rows = db.infrastructure<ReconciliationRow>("reconciliations");
  // Two gauges share one query per scrape.
  const collect = singleFlight(async () => {
    const found = await rows.findOne({ _id: lastId }, { maxTimeMS: collectMs });
    setOrRemove(timestamp, found ? found.finishedAt.getTime() / 1000 : undefined);
    setOrRemove(problems, found?.problems);
  });
  const timestamp = createCollectedGauge(registry, {
    name: "tenantops_reconciliation_timestamp_seconds",
    help: "Unix time at which the last comparison of all records with each other ended; no value: never",
    collect,
  });
  const problems = createCollectedGauge(registry, {
    name: "tenantops_reconciliation_problems",
    help: "Contradictions between records that the last reconciliation has found",
    collect,
  });
  // Without this both are 0 until the first answer of the database.
  for (const gauge of [timestamp, problems]) gauge.remove();
}
