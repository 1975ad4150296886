import { startLeasedPeriodicTask } from "@tenant-ops/kit/data";
import type { FastifyInstance } from "fastify";
import { tellServices } from "./change-retention.js";
import { registerRetentionRoutes, type RetentionRouteOptions } from "./retention.routes.js";
import { findUntold } from "./retentions.store.js";

/** How soon a service that was not told is told again. */
const everyMs = 2000;
const toldPerRound = 10;

/** The routes for how long history is kept, and the process that tells services which did not answer. */
export function registerRetention(app: FastifyInstance, options: RetentionRouteOptions): void {
  registerRetentionRoutes(app, options);
  const { db, logger } = options;
  async function run(): Promise<void> {
    for (const retention of await findUntold(db, toldPerRound))
      if (!db.closedBusinesses.has(retention._id)) await tellServices(options, retention);
  }
  app.addHook("onClose", startLeasedPeriodicTask({ database: db, logger }, { name: "retention rules", everyMs, run }));
}
