import { findNamedRecords, type AuditedRow, type RecordAudit } from "@tenant-ops/kit/data";

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

const eventAudit: RecordAudit = {
  records: "events with deliveries",
  collection: "events",
  subjects: findNamedRecords("deliveries", "eventId"),
  stages: [{ $project: { businessId: 1 } }],
  findProblems: () => [],
};

/** Pending deliveries are in a lane that a worker will claim, and every delivery has its event. */
export const webhookAudits = [laneAudit, eventAudit] as const;
