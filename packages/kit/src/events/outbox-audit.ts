import type { AuditedRow, RecordAudit } from "../data/audits/record-audit.js";

interface AuditedOutboxRow extends AuditedRow {
  isWaiting: boolean;
}

/** Longer than most outages of NATS last. TenantOpsOutboxLate fires long before. */
const publishedAfterMs = 3_600_000;

/** Checks that committed events are published: no event stays in the outbox for hours. */
export const outboxAudit: RecordAudit<AuditedOutboxRow> = {
  records: "rows of the outbox that are older than an hour and were not published",
  collection: "outbox",
  subjects: {
    collection: "outbox",
    stages: [
      { $match: { publishedAt: null, $expr: { $lt: ["$createdAt", { $subtract: ["$$NOW", publishedAfterMs] }] } } },
    ],
  },
  // It may be published meanwhile.
  stages: [{ $project: { businessId: 1, isWaiting: { $eq: ["$publishedAt", null] } } }],
  findProblems: ({ isWaiting }) => (isWaiting ? ["its events are committed and not published"] : []),
};
