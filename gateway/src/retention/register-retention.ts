import { startLeasedPeriodicTask } from "@tenant-ops/kit/data";
import type { FastifyInstance } from "fastify";
import { tellServices } from "./change-retention.js";
import { registerRetentionRoutes, type RetentionRouteOptions } from "./retention.routes.js";
import { findNotDelivered, listRetentions } from "./retentions.store.js";

/** How soon a service that was not told is told again. */
const everyMs = 2000;
const toldPerRound = 10;

/**
 * The routes for how long history is kept, and the processes that tell services which did not answer, and from time to time all of them: the
 * database of the gateway or of a service may have been restored from a backup.
 * @param tellAllEveryMs of the latter
 */
export function registerRetention(app: FastifyInstance, options: RetentionRouteOptions, tellAllEveryMs: number): void {
  registerRetentionRoutes(app, options);
  const { db, logger } = options;
  const isOpen = ({ _id }: { _id: string }) => !db.closedBusinesses.has(_id);
  async function deliverAgain(): Promise<void> {
    const waiting = await findNotDelivered(db, toldPerRound);
    for (const retention of waiting) await tellServices(options, retention);
  }
  let after = "";
  async function tellNext(): Promise<boolean> {
    const next = await listRetentions(db, after, toldPerRound);
    for (const retention of next.filter(isOpen)) await tellServices(options, retention);
    after = next.length === toldPerRound ? (next.at(-1)?._id ?? "") : "";
    return after !== "";
  }
  const base = { database: db, logger };
  const again = { name: "retention rules", everyMs, run: deliverAgain };
  const all = { name: "all retention rules", everyMs: tellAllEveryMs, runAtStart: true, run: tellNext };
  for (const task of [again, all]) app.addHook("onClose", startLeasedPeriodicTask(base, task));
}
