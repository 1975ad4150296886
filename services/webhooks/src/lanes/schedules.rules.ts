import type { Schedule } from "./lanes.types.js";

/** One schedule for each lane, except where the changes differ, or one is due now and another one later. */
export function mergeSchedules(schedules: readonly Schedule[], now: Date): Schedule[] {
  const toKey = ({ endpointId, change = {}, dueAt }: Schedule) =>
    `${endpointId}|${JSON.stringify(change)}|${dueAt > now}`;
  return [...new Map(schedules.map((schedule) => [toKey(schedule), schedule])).values()];
}
