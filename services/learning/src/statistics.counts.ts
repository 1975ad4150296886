import type { WriteScope } from "@tenant-ops/kit/data";
import type { Session } from "./sessions.types.js";
import { subtractCounts, toSessionCounts } from "./statistics.rules.js";

/**
 * Keeps the counters of the statistics equal to the sessions: adds what changes from `before` to `after`, to the day of enrollment
 * and to the totals, of the course and of all courses.
 * @param before null for a new session
 */
export function countSessionChange(scope: WriteScope, before: Session | null, after: Session): void {
  const { courseId, startedAt } = after;
  const counts = subtractCounts(toSessionCounts(after), before ? toSessionCounts(before) : {});
  for (const subject of ["", courseId]) {
    scope.count({ subject, at: startedAt, counts });
    scope.count({ subject, at: null, counts });
  }
  scope.count({
    subject: "",
    at: scope.now,
    counts: {
      enrollments: before ? 0 : 1,
      completions: after.completedAt && !before?.completedAt ? 1 : 0,
      certificates: after.certifiedAt && !before?.certifiedAt ? 1 : 0,
    },
  });
}
