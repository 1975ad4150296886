import type { Database } from "@tenant-ops/kit/data";
import { Gauge, type Registry } from "prom-client";
import { findOldestOverdue } from "./offboardings.store.js";

/** Queried at each scrape. All replicas report the same: take the maximum. */
export function registerOffboardingMetrics(registry: Registry, db: Database): void {
  const overdue = new Gauge({
    name: "tenantops_offboarding_overdue_seconds",
    help: "How long ago the oldest deletion of a business that is not complete should have begun; 0 without one",
    registers: [registry],
    async collect() {
      const now = new Date();
      const deleteAt = await findOldestOverdue(db, now).catch(() => undefined);
      overdue.set(deleteAt ? (now.getTime() - deleteAt.getTime()) / 1000 : 0);
    },
  });
}
