import { auditNamedRecords, dayMs, type AuditedRow, type RecordAudit } from "@tenant-ops/kit/data";
import { eventDays } from "./events/events.store.js";

interface AuditedLane extends AuditedRow {
  isScheduled: boolean;
}

/** A delivery is stored before its lane is scheduled. */
const scheduledAfterMs = 60_000;

const laneAudit: RecordAudit<AuditedLane> = {
  records: "lanes with pending deliveries",
  collection: "lanes",
  subjects: {
    collection: "deliveries",
    stages: [
      { $match: { status: "pending", $expr: { $lt: ["$dueAt", { $subtract: ["$$NOW", scheduledAfterMs] }] } } },
      { $group: { _id: "$endpointId", businessId: { $first: "$businessId" } } },
    ],
  },
  stages: [{ $project: { businessId: 1, isScheduled: { $or: ["$parked", { $gt: ["$wakeAt", null] }] } } }],
  findProblems: ({ isScheduled }) => (isScheduled ? [] : ["has pending deliveries, and no worker will look for them"]),
};

const eventAudit = auditNamedRecords({
  records: "events with deliveries",
  collection: "events",
  namedBy: "deliveries",
  id: "$eventId",
});

interface AuditedEvent extends AuditedRow {
  hasDelivery: boolean;
}

/**
 * Every stored event has a delivery, because an event is stored only for an endpoint. It is kept longer than its deliveries, which are deleted 30
 * days after their end.
 */
const deliveryAudit: RecordAudit<AuditedEvent> = {
  records: "events of the last 29 days",
  collection: "events",
  subjects: {
    collection: "events",
    stages: [{ $match: { $expr: { $gt: ["$expireAt", { $add: ["$$NOW", (eventDays - 29) * dayMs] }] } } }],
  },
  stages: [
    {
      $lookup: {
        from: "deliveries",
        let: { business: "$businessId", id: "$_id" },
        pipeline: [
          { $match: { $expr: { $and: [{ $eq: ["$businessId", "$$business"] }, { $eq: ["$eventId", "$$id"] }] } } },
          { $limit: 1 },
          { $project: { _id: 1 } },
        ],
        as: "deliveries",
      },
    },
    { $project: { businessId: 1, hasDelivery: { $gt: [{ $size: "$deliveries" }, 0] } } },
  ],
  findProblems: ({ hasDelivery }) => (hasDelivery ? [] : ["was taken in for an endpoint, and has no delivery"]),
};

/** Pending deliveries are in a lane that a worker will claim, every delivery has its event, and every event its deliveries. */
export const webhookAudits = [laneAudit, eventAudit, deliveryAudit] as const;
