import { type DateRange, rangeFilter, type Scope } from "@tenant-ops/kit/data";
import type { Session, SessionStatus } from "./sessions.types.js";
import type { ExamCounts, StatusCounts } from "./statistics.types.js";

// Counted in the database, so that numbers are returned and not all sessions.
const sessions = (scope: Scope) => scope.collection<Session>("sessions");

/** @param courseId empty for all courses */
export async function countByStatus(scope: Scope, courseId: string, range: DateRange): Promise<StatusCounts> {
  const rows = await sessions(scope).aggregate<{ _id: SessionStatus; count: number }>([
    { $match: { ...courseFilter(courseId), ...rangeFilter<Session>("startedAt", range) } },
    { $group: { _id: "$status", count: { $sum: 1 } } },
  ]);
  const counts: StatusCounts = { in_progress: 0, exam: 0, completed: 0, certified: 0, failed: 0 };
  for (const { _id: status, count } of rows) counts[status] = count;
  return counts;
}

/** @param courseId empty for all courses */
export async function countExams(scope: Scope, courseId: string): Promise<ExamCounts> {
  const handedIn = { $gt: ["$attempts", 0] };
  const isDone = { $in: ["$status", ["completed", "certified"]] };
  const [row] = await sessions(scope).aggregate<{
    started: number;
    completed: number;
    passed: number;
    averageScore: number | null;
  }>([
    { $match: { ...courseFilter(courseId), examStartedAt: { $exists: true } } },
    {
      $group: {
        _id: null,
        started: { $sum: 1 },
        completed: { $sum: { $cond: [handedIn, 1, 0] } },
        passed: { $sum: { $cond: [{ $and: [handedIn, isDone] }, 1, 0] } },
        // Sessions without an attempt have no score, and $avg leaves them out.
        averageScore: { $avg: "$score" },
      },
    },
  ]);
  if (!row) return { started: 0, completed: 0, passed: 0 };
  const { started, completed, passed, averageScore } = row;
  return { started, completed, passed, ...(averageScore !== null && { averageScore }) };
}

function courseFilter(courseId: string) {
  return courseId ? { courseId: { $eq: courseId } } : {};
}
