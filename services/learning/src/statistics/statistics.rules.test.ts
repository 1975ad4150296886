import { describe, expect, test } from "vitest";
import { calculateEnrollmentStats, calculateExamResults, calculatePercentage } from "./statistics.rules.js";

const counts = { in_progress: 0, exam: 0, completed: 0, certified: 0, failed: 0 };

describe("rates", () => {
  test.each([
    [1, 3, 33.33],
    [2, 3, 66.67],
    [3, 3, 100],
    [0, 3, 0],
    [0, 0, 0],
  ])("%i of %i is %d percent", (part, whole, rate) => {
    expect(calculatePercentage(part, whole)).toBe(rate);
  });

  test("certified learners count as completed too", () => {
    const stats = calculateEnrollmentStats({ in_progress: 3, exam: 1, completed: 2, certified: 1, failed: 1 });
    expect(stats).toEqual({
      totalEnrollments: 8,
      byStatus: { inProgress: 3, exam: 1, completed: 2, certified: 1, failed: 1 },
      completionRate: 37.5,
      certificationRate: 12.5,
      certifiedOfCompleted: 33.33,
    });
  });

  test("without sessions all statuses and rates are 0", () => {
    expect(calculateEnrollmentStats(counts)).toEqual({
      totalEnrollments: 0,
      byStatus: { inProgress: 0, exam: 0, completed: 0, certified: 0, failed: 0 },
      completionRate: 0,
      certificationRate: 0,
      certifiedOfCompleted: 0,
    });
  });

  test("without an attempt there is no average score", () => {
    const results = calculateExamResults({ examsStarted: 2, examsHandedIn: 0, examsPassed: 0, scores: 0 });
    expect(results).toEqual({ totalExamsStarted: 2, totalExamsCompleted: 0, passRate: 0 });
  });
});
