import type { Database } from "@tenant-ops/kit/data";
import type { Registry } from "prom-client";
import { registerAge } from "../requests/due-requests.js";
import { findOldestOverdue, findOldestPending } from "./offboardings.store.js";

export function registerOffboardingMetrics(registry: Registry, db: Database): void {
  registerAge(registry, (now) => findOldestOverdue(db, now), {
    name: "tenantops_offboarding_overdue_seconds",
    help: "How long ago the oldest deletion of a business that is not complete should have begun; 0 without one",
  });
  registerAge(registry, () => findOldestPending(db), {
    name: "tenantops_offboarding_pending_seconds",
    help: "How long ago the oldest closing or cancellation was requested that not every process knows; 0 without one",
  });
}
