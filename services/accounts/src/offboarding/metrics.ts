import type { Database } from "@tenant-ops/kit/data";
import { createCollectedGauge } from "@tenant-ops/kit/telemetry";
import type { Registry } from "prom-client";
import { findOldestOverdue, findOldestPending } from "./offboardings.store.js";

const toAgeSeconds = (now: Date, since: Date | undefined): number =>
  since ? (now.getTime() - since.getTime()) / 1000 : 0;

/** Queried at each scrape. All replicas report the same values: take the maximum. */
export function registerOffboardingMetrics(registry: Registry, db: Database): void {
  const overdue = createCollectedGauge(registry, {
    name: "tenantops_offboarding_overdue_seconds",
    help: "How long ago the oldest deletion of a business that is not complete should have begun; 0 without one",
    async collect() {
      const now = new Date();
      overdue.set(toAgeSeconds(now, await findOldestOverdue(db, now)));
    },
  });
  const pending = createCollectedGauge(registry, {
    name: "tenantops_offboarding_pending_seconds",
    help: "How long ago the oldest closing or cancellation was requested that not every process knows; 0 without one",
    async collect() {
      pending.set(toAgeSeconds(new Date(), await findOldestPending(db)));
    },
  });
}
