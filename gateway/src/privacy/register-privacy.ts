import type { Metrics } from "@tenant-ops/kit/telemetry";
import type { FastifyInstance } from "fastify";
import { type EraseWorkerOptions, startEraseWorker } from "./erase.worker.js";
import { registerPersonMetrics } from "./metrics.js";
import { type PersonRouteOptions, registerPersonRequests } from "./person-requests.routes.js";

/** Registers the routes of requests about persons, the worker that runs erasures, and its metric. */
export function registerPrivacy(
  app: FastifyInstance,
  options: PersonRouteOptions & EraseWorkerOptions & { metrics: Metrics },
): void {
  registerPersonRequests(app, options);
  registerPersonMetrics(options.metrics.registry, options.db);
  app.addHook("onClose", startEraseWorker(options));
}
