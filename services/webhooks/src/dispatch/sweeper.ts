import { type Database, startLeasedPeriodicTask } from "@tenant-ops/kit/data";
import { createSystemCall } from "@tenant-ops/kit/call";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { findNextDueTime } from "../deliveries/deliveries.store.js";
import type { LaneStore, StoredLane } from "../lanes/lanes.store.js";
import type { Scheduler } from "../lanes/scheduler.js";

/** A round must end before the lease of the task, six seconds. */
const lanesPerRound = 250;
/** The longest time between two rounds. */
const roundsEveryMaxMs = 60_000;

export interface SweeperContext {
  db: Database;
  lanes: LaneStore;
  scheduler: Scheduler;
  logger: Logger;
}

/**
 * Checks every idle lane once in `recheckMs`, the oldest check first, and schedules lanes with pending work. It finds such lanes only after a bug in
 * our code.
 */
export function startSweeper(context: SweeperContext, recheckMs: number): () => Promise<void> {
  const { db, logger } = context;
  const run = () => sweepLanes(context, new Date(Date.now() - recheckMs));
  const everyMs = Math.min(recheckMs, roundsEveryMaxMs);
  return startLeasedPeriodicTask({ database: db, logger }, { name: "webhook-sweeper", everyMs, run });
}

/** Checks lanes that were not checked since this time. @returns whether there may be more of them */
export async function sweepLanes(context: SweeperContext, since: Date): Promise<boolean> {
  const { lanes, db } = context;
  const found = await lanes.findUncheckedSince(since, lanesPerRound);
  const isOpen = ({ businessId }: StoredLane): boolean => !db.closedBusinesses.has(businessId);
  for (const lane of found) if (isIdle(lane) && isOpen(lane)) await scheduleIfForgotten(context, lane);
  // Lanes that are not idle are marked too. Otherwise they would be read first in every round.
  if (found.length > 0) await lanes.markChecked(found.map(({ _id }) => _id));
  return found.length === lanesPerRound;
}

const isIdle = ({ wakeAt, parked }: StoredLane): boolean => wakeAt === undefined && parked !== true;

async function scheduleIfForgotten({ db, scheduler, logger }: SweeperContext, lane: StoredLane): Promise<void> {
  const { _id: endpointId, businessId, recovery = false } = lane;
  const dueAt = await findNextDueTime(db.scope(createSystemCall(businessId, "webhook sweep")), endpointId);
  if (!dueAt && !recovery) return;
  logger.warn({ businessId, endpointId }, "idle webhook lane has pending work, scheduled");
  await scheduler.schedule({ endpointId, businessId, dueAt: dueAt ?? new Date() });
}
