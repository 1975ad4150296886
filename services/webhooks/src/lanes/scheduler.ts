import { createCoalescingWriter } from "@tenant-ops/kit/concurrency";
import type { LaneStore } from "./lanes.store.js";
import type { Schedule } from "./lanes.types.js";
import { mergeSchedules } from "./schedules.rules.js";

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
