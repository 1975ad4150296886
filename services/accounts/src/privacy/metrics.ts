import type { Database } from "@tenant-ops/kit/data";
import { createCollectedGauge } from "@tenant-ops/kit/telemetry";
import type { Registry } from "prom-client";
import { findOldestRunning } from "./person-requests.store.js";

/** Queried at each scrape. All replicas report the same value: take the maximum. */
export function registerPersonMetrics(registry: Registry, db: Database): void {
  const oldest = createCollectedGauge(registry, {
    name: "tenantops_person_erasure_oldest_seconds",
    help: "Age of the oldest erasure of a person that is not complete; 0 without one",
    async collect() {
      const requestedAt = await findOldestRunning(db);
      oldest.set(requestedAt ? (Date.now() - requestedAt.getTime()) / 1000 : 0);
    },
  });
}
