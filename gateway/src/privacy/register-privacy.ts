import type { Database } from "@tenant-ops/kit/data";
import { createCollectedGauge, type Metrics } from "@tenant-ops/kit/telemetry";
import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { type EraseWorkerOptions, startEraseWorker } from "./erase.worker.js";
import { type PersonRouteOptions, personRequestRoutes } from "./person-requests.routes.js";
import { findOldestRunning } from "./person-requests.store.js";

/** Registers the routes of requests about persons, the worker that runs erasures, and its metric. */
export function registerPrivacy(
  app: FastifyInstance,
  options: PersonRouteOptions & EraseWorkerOptions & { metrics: Metrics },
): void {
  personRequestRoutes(app, options);
  registerPersonMetrics(options.metrics.registry, options.db);
  app.addHook("onClose", startEraseWorker(options));
}

/** Queried at each scrape. All replicas report the same value: take the maximum. */
function registerPersonMetrics(registry: Registry, db: Database): void {
  const oldest = createCollectedGauge(registry, {
    name: "tenantops_person_erasure_oldest_seconds",
    help: "Age of the oldest erasure of a person that is not complete; 0 without one",
    async collect() {
      const requestedAt = await findOldestRunning(db);
      oldest.set(requestedAt ? (Date.now() - requestedAt.getTime()) / 1000 : 0);
    },
  });
}
