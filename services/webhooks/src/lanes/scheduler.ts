import { randomUUID } from "node:crypto";
import { createCoalescingWriter } from "@tenant-ops/kit/concurrency";
import type { Database } from "@tenant-ops/kit/data";
import type { Bus } from "@tenant-ops/kit/events";
import * as z from "zod";
import type { LaneStore } from "./lanes.store.js";
import type { Schedule } from "./lanes.types.js";
import { mergeSchedules } from "./schedules.rules.js";

/** Further ids are left out of a message: the workers of these lanes notice the schedules without it. */
const endpointIdsMax = 1000;
const messageSchema = z.object({ from: z.string(), endpointIds: z.array(z.string()).max(endpointIdsMax) });

/**
 * Publishes to the other processes which lanes were scheduled here. The process that serves such a lane then reads its queue. The message may get
 * lost: without it, the queue is read within a second while the lane has other deliveries, or at its release.
 * @param onScheduled gets the lanes that another process has scheduled
 * @returns the function that publishes to the others
 */
export function connectPeerSchedules(
  bus: Bus,
  { name }: Database,
  onScheduled: (endpointIds: readonly string[]) => void,
): (endpointIds: readonly string[]) => void {
  const self = randomUUID();
  const subject = `webhooks.scheduled.${name}`;
  bus.subscribe(subject, (message) => {
    const { data } = messageSchema.safeParse(message);
    if (data && data.from !== self) onScheduled(data.endpointIds);
  });
  return (endpointIds) => bus.publish(subject, { from: self, endpointIds: endpointIds.slice(0, endpointIdsMax) });
}

type ScheduleListener = (endpointIds: readonly string[]) => void;

/** Stores when lanes are due, many in one command, and notifies the workers of this process. */
export interface Scheduler {
  /** Resolves when the schedules are stored. From then on a crash cannot lose them. */
  schedule(...schedules: readonly Schedule[]): Promise<void>;
  /** Makes the lanes of these endpoints due now. */
  scheduleNow(businessId: string, endpointIds: readonly string[]): Promise<void>;
  onScheduled(listener: ScheduleListener): void;
}

export function createScheduler(lanes: LaneStore): Scheduler {
  const listeners: ScheduleListener[] = [];
  const store = createCoalescingWriter<Schedule>(async (schedules) => {
    await lanes.schedule(mergeSchedules(schedules, new Date()));
    const endpointIds = [...new Set(schedules.map(({ endpointId }) => endpointId))];
    for (const listener of listeners) listener(endpointIds);
  });

  async function schedule(...schedules: readonly Schedule[]): Promise<void> {
    await Promise.all(schedules.map(store));
  }

  return {
    schedule,
    scheduleNow: (businessId, endpointIds) =>
      schedule(...endpointIds.map((endpointId) => ({ endpointId, businessId, dueAt: new Date() }))),
    onScheduled: (listener) => void listeners.push(listener),
  };
}
