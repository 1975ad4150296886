import { newId } from "@tenant-ops/kit/data";
import { listCountDifferences, propertyRuns, startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { LearningService } from "@tenant-ops/proto/learning";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countSources } from "../daily-counts.js";
import { learning } from "../learning.js";
import { transitions } from "../sessions/sessions.rules.js";
import { statuses } from "../sessions/sessions.rules.js";
import { completeStep, enroll, createCourse, createSession, type LearningTenant, moveEnrollments } from "../testing.js";

let service: TestService<typeof LearningService>;
beforeAll(async () => void (service = await startTestService(learning)));
afterAll(() => service.close());

describe("learning_get_enrollment_stats", () => {
  test("a business without sessions gets zeros and rates of 0", async () => {
    const stats = await service.newTenant().rpc.getEnrollmentStats({});
    expect(stats).toMatchObject({
      totalEnrollments: 0,
      byStatus: { inProgress: 0, exam: 0, completed: 0, certified: 0, failed: 0 },
      completionRate: 0,
      certificationRate: 0,
      certifiedOfCompleted: 0,
    });
    // The fields must be set: unset ones would be missing in the JSON.
    expect(Object.keys(stats.byStatus!)).toEqual(
      expect.arrayContaining(["inProgress", "exam", "completed", "certified", "failed"]),
    );
  });

  test("counts the sessions in each status", async () => {
    const tenant = service.newTenant();
    for (const status of statuses) await createSession(tenant, status);
    expect(await tenant.rpc.getEnrollmentStats({})).toMatchObject({
      totalEnrollments: 5,
      byStatus: { inProgress: 1, exam: 1, completed: 1, certified: 1, failed: 1 },
      completionRate: 40,
      certificationRate: 20,
      certifiedOfCompleted: 50,
    });
  });

  test("counts only the sessions of the given course", async () => {
    const tenant = service.newTenant();
    const { courseId } = await createSession(tenant, "completed");
    await createSession(tenant, "failed");
    expect(await tenant.rpc.getEnrollmentStats({ courseId })).toMatchObject({
      totalEnrollments: 1,
      completionRate: 100,
    });
  });

  test("dates select by the day of enrollment in the time zone of the business", async () => {
    const tenant = service.newTenant({ timeZone: "America/Mexico_City" });
    const { _id: id } = await createSession(tenant, "in_progress");
    const startedAt = new Date("2026-04-01T05:59:59.999Z");
    await moveEnrollments(service, tenant, new Map([[id, startedAt]]));
    const countOn = async (day: string) =>
      (await tenant.rpc.getEnrollmentStats({ dateFrom: day, dateTo: day })).totalEnrollments;
    expect([await countOn("2026-03-30"), await countOn("2026-03-31"), await countOn("2026-04-01")]).toEqual([0, 1, 0]);
    await expect(tenant.rpc.getEnrollmentStats({ dateFrom: "2026-04-02", dateTo: "2026-04-01" })).rejects.toMatchObject(
      {
        code: "invalid_argument",
      },
    );
  });
});

describe("learning_get_exam_results", () => {
  test("without an attempt there is no average score", async () => {
    const tenant = service.newTenant();
    await createSession(tenant, "exam");
    const results = await tenant.rpc.getExamResults({});
    expect(results).toMatchObject({ totalExamsStarted: 1, totalExamsCompleted: 0, passRate: 0 });
    expect(Object.keys(results)).not.toContain("averageScore");
  });

  test("counts each learner once, with the best score", async () => {
    const tenant = service.newTenant();
    const courseId = await createCourse(tenant, { examApproveScore: 70 });
    for (const scores of [[50, 90], [40, 30], [], [71]]) {
      const { _id: id } = await enroll(tenant, courseId);
      await completeStep(tenant, id, "finish");
      for (const score of scores) await completeStep(tenant, id, "exam", { score });
    }
    await enroll(tenant, courseId);
    expect(await tenant.rpc.getExamResults({ courseId })).toMatchObject({
      totalExamsStarted: 4,
      totalExamsCompleted: 3,
      passRate: 66.67,
      averageScore: 67,
    });
  });
});

test("statistics and progress refuse a course that does not exist or belongs to another business", async () => {
  const tenant = service.newTenant();
  const refusal = { code: "course_not_found" };
  for (const courseId of [newId("crs"), await createCourse(service.newTenant())]) {
    await expect(tenant.rpc.getEnrollmentStats({ courseId })).rejects.toMatchObject(refusal);
    await expect(tenant.rpc.getExamResults({ courseId })).rejects.toMatchObject(refusal);
    await expect(tenant.rpc.getCourseProgress({ courseId })).rejects.toMatchObject(refusal);
  }
});

/** What a learner does in a course. */
interface LearnerActions {
  course: number;
  day: number;
  scores: number[];
  finishes: boolean;
  certified: boolean;
}

describe("statistics are equal to a count in memory", () => {
  const days = ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"];
  const passMark = 60;

  const actionsArbitrary = fc.record<LearnerActions>({
    course: fc.integer({ min: 0, max: 1 }),
    day: fc.integer({ min: 0, max: 3 }),
    scores: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 3 }),
    finishes: fc.boolean(),
    certified: fc.boolean(),
  });

  /** The session after these actions, by the table of transitions. */
  function simulateSession({ scores, finishes, certified }: LearnerActions) {
    const simulated = { status: "in_progress" as keyof typeof transitions, handedIn: [] as number[], started: false };
    const move = (to: keyof typeof transitions) => {
      expect(transitions[simulated.status]).toContain(to);
      simulated.status = to;
    };
    if (!finishes) return simulated;
    move("exam");
    simulated.started = true;
    for (const score of scores) {
      if (simulated.status === "completed") break;
      if (simulated.status === "failed") move("exam");
      simulated.handedIn.push(score);
      move(score >= passMark ? "completed" : "failed");
    }
    if (certified && simulated.status === "completed") move("certified");
    return simulated;
  }

  test("for any learners, courses and days", async () => {
    const scenario = fc.record({
      learners: fc.array(actionsArbitrary, { maxLength: 12 }),
      course: fc.option(fc.integer({ min: 0, max: 1 }), { nil: undefined }),
      from: fc.integer({ min: 0, max: 3 }),
      to: fc.integer({ min: 0, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ learners, course, from, to }) => {
        const tenant = service.newTenant({ timeZone: "UTC" });
        const courses = await createLearners(tenant, learners);
        const courseId = course === undefined ? "" : courses[course]!;
        const [first, last] = [Math.min(from, to), Math.max(from, to)];

        const stats = await tenant.rpc.getEnrollmentStats({ courseId, dateFrom: days[first], dateTo: days[last] });
        const selected = learners.filter((one) => course === undefined || one.course === course);
        const inRange = selected.filter(({ day }) => day >= first && day <= last).map(simulateSession);
        const count = (...wanted: string[]) => inRange.filter(({ status }) => wanted.includes(status)).length;
        expect(stats).toMatchObject({
          totalEnrollments: inRange.length,
          byStatus: {
            inProgress: count("in_progress"),
            exam: count("exam"),
            completed: count("completed"),
            certified: count("certified"),
            failed: count("failed"),
          },
          completionRate: rate(count("completed", "certified"), inRange.length),
          certificationRate: rate(count("certified"), inRange.length),
          certifiedOfCompleted: rate(count("certified"), count("completed", "certified")),
        });

        const results = await tenant.rpc.getExamResults({ courseId });
        const exams = selected.map(simulateSession).filter(({ started }) => started);
        const handedIn = exams.map((simulated) => simulated.handedIn).filter((scores) => scores.length > 0);
        const passed = handedIn.filter((scores) => scores.some((score) => score >= passMark));
        const best = handedIn.map((scores) => Math.max(...scores));
        expect(results).toMatchObject({
          totalExamsStarted: exams.length,
          totalExamsCompleted: handedIn.length,
          passRate: rate(passed.length, handedIn.length),
        });
        if (best.length === 0) expect(Object.keys(results)).not.toContain("averageScore");
        else expect(results.averageScore).toBeCloseTo(best.reduce((sum, score) => sum + score, 0) / best.length, 2);
      }),
      { numRuns: propertyRuns(12) },
    );
  });

  const rate = (part: number, whole: number) => (whole === 0 ? 0 : Number(((100 * part) / whole).toFixed(2)));

  async function createLearners(tenant: LearningTenant, learners: LearnerActions[]): Promise<string[]> {
    const courses = [
      await createCourse(tenant, { examApproveScore: passMark }),
      await createCourse(tenant, { examApproveScore: passMark }),
    ];
    const startedAt = new Map<string, Date>();
    for (const { course, day, scores, finishes, certified } of learners) {
      const { _id: id } = await enroll(tenant, courses[course]!);
      if (finishes) {
        await completeStep(tenant, id, "finish");
        // After a pass further attempts are refused; simulateSession stops there too.
        for (const score of scores) await completeStep(tenant, id, "exam", { score }).catch(() => undefined);
        if (certified) await tenant.rpc.approveIssueCertificate({ sessionId: id }).catch(() => undefined);
      }
      startedAt.set(id, new Date(`${days[day]}T12:00:00Z`));
    }
    expect(await listCountDifferences(service.running.context.db, tenant.businessId, countSources)).toEqual([]);
    await moveEnrollments(service, tenant, startedAt);
    return courses;
  }
});
