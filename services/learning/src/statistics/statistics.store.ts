import { type DateRange, rangeFilter, readRangeCounts, readTotals, type Scope } from "@tenant-ops/kit/data";
import { type Session, type SessionStatus, statuses } from "../sessions/sessions.rules.js";
import { type ExamCounts, examCountNames, type StatusCounts } from "./statistics.rules.js";

// The numbers are read from counters, so their cost does not grow with the sessions (docs/decisions/0040-counters-per-day.md).

/** @param courseId empty for all courses */
export async function countByStatus(scope: Scope, courseId: string, range: DateRange): Promise<StatusCounts> {
  if (!range.from && !range.until) return readTotals(scope, courseId, statuses);
  const { counts, remaining } = await readRangeCounts(scope, courseId, statuses, range);
  // For a range that does not begin and end at a quarter of an hour, the counters are completed by at most two short parts.
  for (const part of remaining) {
    for (const { _id: status, count } of await countSessions(scope, courseId, part)) counts[status] += count;
  }
  return counts;
}

function countSessions(scope: Scope, courseId: string, range: DateRange) {
  return scope
    .collection<Session>("sessions")
    .aggregate<{ _id: SessionStatus; count: number }>([
      { $match: { ...(courseId && { courseId: { $eq: courseId } }), ...rangeFilter<Session>("startedAt", range) } },
      { $group: { _id: "$status", count: { $sum: 1 } } },
    ]);
}

/** @param courseId empty for all courses */
export function countExams(scope: Scope, courseId: string): Promise<ExamCounts> {
  return readTotals(scope, courseId, examCountNames);
}
