import type { Document } from "mongodb";
import type { LaneStatus, Schedule } from "./lanes.types.js";

/**
 * The update that schedules a lane. The time of a leased or paused lane does not change, only `seq`, so that its worker notices the new schedule.
 */
export function toSchedulePipeline({ businessId, dueAt, change }: Schedule, now: Date): Document[] {
  // During a backoff, or while the rate limit is used up, a worker could do nothing.
  const earliest = { $max: [dueAt, "$pace.notBefore"] };
  const sooner = { $min: [{ $ifNull: ["$wakeAt", earliest] }, earliest] };
  const isLeased = { $gt: ["$leaseUntil", now] };
  return [
    {
      $set: {
        businessId,
        seq: { $add: [{ $ifNull: ["$seq", 0] }, 1] },
        parked: change?.resume ? false : { $ifNull: ["$parked", false] },
        ...(change?.recovery && { recovery: true }),
        ...(change?.resetRate && { pace: "$$REMOVE" }),
      },
    },
    {
      $set: {
        wakeAt: { $cond: [{ $or: [isLeased, "$parked"] }, { $ifNull: ["$wakeAt", "$$REMOVE"] }, sooner] },
        checkedAt: { $ifNull: ["$checkedAt", now] },
      },
    },
  ];
}

export interface LaneStatsRow {
  counts: { _id: LaneStatus; count: number }[];
  sums: { pending: number; oldest?: Date }[];
}

/** Counts all lanes by state, their pending deliveries, and finds the earliest due time, in one command. */
export function toStatsPipeline(now: Date): Document[] {
  const dueAt = { $cond: [{ $gt: ["$leaseUntil", now] }, null, "$wakeAt"] };
  return [
    { $project: { pending: 1, state: toStatusExpression(now), dueAt } },
    {
      $facet: {
        counts: [{ $group: { _id: "$state", count: { $sum: 1 } } }],
        sums: [{ $group: { _id: null, pending: { $sum: "$pending" }, oldest: { $min: "$dueAt" } } }],
      },
    },
  ];
}

function toStatusExpression(now: Date): Document {
  // oxlint-disable-next-line unicorn/no-thenable -- `then` is MongoDB's name
  const branch = (state: LaneStatus, when: Document) => ({ case: when, then: state });
  return {
    $switch: {
      branches: [
        branch("paused", { $eq: ["$parked", true] }),
        branch("leased", { $gt: ["$leaseUntil", now] }),
        branch("due", { $and: [{ $gt: ["$wakeAt", null] }, { $lte: ["$wakeAt", now] }] }),
        branch("waiting", { $gt: ["$wakeAt", null] }),
      ],
      default: "idle",
    },
  };
}
