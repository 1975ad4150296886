import { startLeasedPeriodicTask } from "@tenant-ops/kit/data";
import { deliverRules, type RetentionOptions } from "./change-retention.js";
import { findNotDelivered, listRetentions } from "./retentions.store.js";

/** How often a failed delivery is repeated. */
const everyMs = 2000;
const deliveriesPerRound = 10;

/**
 * Starts two periodic tasks: one repeats failed deliveries of rules, the other delivers all rules again, because the database of accounts or of a
 * service may have been restored from a backup.
 * @param deliverAllEveryMs interval of the second task
 * @returns how to stop them
 */
export function startDeliveries(options: RetentionOptions, deliverAllEveryMs: number): () => Promise<void> {
  const { db, logger } = options;
  const isOpen = ({ _id }: { _id: string }) => !db.closedBusinesses.has(_id);
  async function retryDeliveries(): Promise<void> {
    const waiting = await findNotDelivered(db, deliveriesPerRound);
    for (const retention of waiting) await deliverRules(options, retention);
  }
  let after = "";
  async function deliverNext(): Promise<boolean> {
    const next = await listRetentions(db, after, deliveriesPerRound);
    for (const retention of next.filter(isOpen)) await deliverRules(options, retention);
    after = next.length === deliveriesPerRound ? (next.at(-1)?._id ?? "") : "";
    return after !== "";
  }
  const base = { database: db, logger };
  const retries = { name: "retention rules", everyMs, run: retryDeliveries };
  const all = { name: "all retention rules", everyMs: deliverAllEveryMs, runAtStart: true, run: deliverNext };
  const stops = [retries, all].map((task) => startLeasedPeriodicTask(base, task));
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}
