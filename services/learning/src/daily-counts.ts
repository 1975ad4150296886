import type { CountSource } from "@tenant-ops/kit/data";
import { answerDailyCounts, bindRoute } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { labelFromField } from "@tenant-ops/kit/rpc";
import { enrollments } from "@tenant-ops/rest/analytics";
import { getLearningDailyCounts } from "@tenant-ops/rest/learning";
import { statuses } from "./sessions/sessions.rules.js";
import { examCountNames } from "./statistics/statistics.rules.js";

/** The counters per day of learning, for the whole business, by the time of the event. */
export const dailyCountNames = ["enrollments", "completions", "certificates"] as const;

const isHandedIn = { $gt: ["$attempts", 0] };
const isDone = { $in: ["$status", ["completed", "certified"]] };
const toOne = (condition: object) => ({ $cond: [condition, 1, 0] });

/** `toSessionCounts` as pipeline stages: counters by the time of enrollment, and totals. */
const byStatus = {
  ...Object.fromEntries(statuses.map((status) => [status, toOne({ $eq: ["$status", status] })])),
  examsStarted: toOne({ $ne: [{ $type: "$examStartedAt" }, "missing"] }),
  examsHandedIn: toOne(isHandedIn),
  examsPassed: toOne({ $and: [isHandedIn, isDone] }),
  scores: { $ifNull: ["$score", 0] },
};

/** One row of a session, as a source of counters has it. */
const row = (subject: unknown, at: unknown, counts: object) => ({ subject, at, ...counts });

const rowsOfSession = [
  ...["", "$courseId"].flatMap((subject) => [row(subject, "$startedAt", byStatus), row(subject, null, byStatus)]),
  row("", "$startedAt", { enrollments: 1 }),
  row("", "$completedAt", { completions: 1 }),
  row("", "$certifiedAt", { certificates: 1 }),
];

export const countSources: readonly CountSource[] = [
  {
    collection: "sessions",
    names: enrollments.counters,
    counted: enrollments,
    stages: [
      {
        $project: {
          businessId: 1,
          subject: ["$courseId"],
          at: "$startedAt",
          started: { $literal: 1 },
          completed: toOne(isDone),
          certified: toOne({ $eq: ["$status", "certified"] }),
          examsHandedIn: byStatus.examsHandedIn,
          examsPassed: byStatus.examsPassed,
          scores: byStatus.scores,
        },
      },
    ],
  },
  {
    collection: "sessions",
    names: [...dailyCountNames, ...statuses, ...examCountNames],
    stages: [
      { $project: { businessId: 1, rows: rowsOfSession } },
      { $unwind: "$rows" },
      // A session that is not completed has no such time.
      { $match: { "rows.at": { $exists: true } } },
      { $replaceWith: { $mergeObjects: [{ businessId: "$businessId" }, "$rows"] } },
    ],
  },
];

/** What learning counts, per day and for analytics. */
export const dailyCounts = defineNoun({
  counts: countSources,
  analytics: [{ collection: enrollments, labels: { course: labelFromField("courses", "title") } }],
  http: (app, _, reads) =>
    bindRoute(app, getLearningDailyCounts, ({ call, query }) => answerDailyCounts(reads, call, dailyCountNames, query)),
});
