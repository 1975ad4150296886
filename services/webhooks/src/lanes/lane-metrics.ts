import { type Database, startLeasedPeriodicTask } from "@tenant-ops/kit/data";
import { type Logger, type Metrics, setOrRemove } from "@tenant-ops/kit/telemetry";
import { Gauge } from "prom-client";
import type { LaneStore } from "./lanes.store.js";
import type { LaneStats } from "./lanes.types.js";

export const laneStatsEveryMs = 15_000;
/** A process whose last count is older than this shows nothing, because another process counts now. */
const staleAfterMs = 3 * laneStatsEveryMs;

/**
 * Counts the lanes periodically, in one process at a time, and shows the last result at each scrape. Counting reads every lane, so it must not happen
 * once per scrape or once per replica.
 */
export function startLaneMetrics(
  context: { db: Database; lanes: LaneStore; logger: Logger; metrics: Metrics },
  everyMs = laneStatsEveryMs,
): () => Promise<void> {
  const { db, lanes, logger, metrics } = context;
  let latest: { stats: LaneStats; at: number } | undefined;
  registerGauges(metrics, () => (latest && performance.now() - latest.at < staleAfterMs ? latest.stats : undefined));
  const run = async () =>
    void (latest = { stats: await lanes.readStats(db.closedBusinesses.list()), at: performance.now() });
  const task = { name: "webhook lane metrics", everyMs, runAtStart: true, keepsLease: true, run };
  return startLeasedPeriodicTask({ database: db, logger }, task);
}

function registerGauges({ registry }: Metrics, getStats: () => LaneStats | undefined): void {
  const registers = [registry];
  const states = new Gauge({
    name: "tenantops_webhook_lanes",
    help: "Endpoints by state: idle, waiting, due, leased, paused",
    labelNames: ["state"],
    registers,
    collect() {
      states.reset();
      for (const [state, count] of Object.entries(getStats()?.states ?? {})) states.set({ state }, count);
    },
  });
  const pending: Gauge = new Gauge({
    name: "tenantops_webhook_pending",
    help: "Deliveries that wait, as of each lane's latest release",
    registers,
    collect: () => setOrRemove(pending, getStats()?.pending),
  });
  const oldest: Gauge = new Gauge({
    name: "tenantops_webhook_oldest_due_seconds",
    help: "How late the latest lane is",
    registers,
    collect: () => setOrRemove(oldest, toSeconds(getStats()?.oldestDueMs)),
  });
}

const toSeconds = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : ms / 1000);
