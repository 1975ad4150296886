import { auditNamedRecords, type AuditedRow, type RecordAudit } from "@tenant-ops/kit/data";

interface AuditedSession extends AuditedRow {
  attempts: number;
  /** How many of those were deleted by retention. */
  removed: number;
  taken: { rows: number; last: number };
}

const sessionAudit: RecordAudit<AuditedSession> = {
  records: "sessions",
  collection: "sessions",
  stages: [
    {
      $lookup: {
        from: "examAttempts",
        let: { business: "$businessId", id: "$_id" },
        pipeline: [
          { $match: { $expr: { $and: [{ $eq: ["$businessId", "$$business"] }, { $eq: ["$sessionId", "$$id"] }] } } },
          { $group: { _id: null, rows: { $sum: 1 }, last: { $max: "$n" } } },
        ],
        as: "taken",
      },
    },
    {
      $project: {
        businessId: 1,
        attempts: 1,
        removed: { $ifNull: ["$removedAttempts", 0] },
        taken: { $ifNull: [{ $first: "$taken" }, { rows: 0, last: 0 }] },
      },
    },
  ],
  findProblems({ attempts, removed, taken: { rows, last } }) {
    const problems: string[] = [];
    const all = removed + rows;
    if (attempts !== all) problems.push(`${attempts} attempts were counted, ${all} are there`);
    if (rows > 0 && last !== all) problems.push(`the last attempt has the number ${last}, ${all} are there`);
    return problems;
  },
};

const courseAudit = auditNamedRecords({
  records: "courses with sessions",
  collection: "courses",
  namedBy: "sessions",
  id: "$courseId",
});

const attemptAudit = auditNamedRecords({
  records: "sessions with attempts",
  collection: "sessions",
  namedBy: "examAttempts",
  id: "$sessionId",
});

/** Each session has as many exam attempts as it has counted, and belongs to a course; each attempt belongs to a session. */
export const learningAudits = [sessionAudit, courseAudit, attemptAudit] as const;
