import { newId } from "@tenant-ops/kit/data";
import { startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { LearningService } from "@tenant-ops/proto/learning";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { learning } from "./learning.js";
import type { Session } from "./sessions.store.js";
import { statuses, transitions } from "./statuses.rules.js";
import { doStep, enroll, givenCourse, givenSession, type Tenant } from "./testing.js";

// Real gRPC, real MongoDB, real NATS; every test is its own business.
let service: TestService<typeof LearningService>;
beforeAll(async () => void (service = await startTestService(learning)));
afterAll(() => service.close());

describe("learning_get_enrollment_stats", () => {
  test("a business without students: five zeros and rates of 0", async () => {
    const stats = await service.newTenant().rpc.getEnrollmentStats({});
    expect(stats).toMatchObject({
      totalEnrollments: 0,
      byStatus: { inProgress: 0, exam: 0, completed: 0, certified: 0, failed: 0 },
      completionRate: 0,
      certificationRate: 0,
      certifiedOfCompleted: 0,
    });
    // Set, not merely read as 0: only what is set appears in the JSON.
    expect(Object.keys(stats.byStatus!)).toEqual(
      expect.arrayContaining(["inProgress", "exam", "completed", "certified", "failed"]),
    );
  });

  test("counts what people did", async () => {
    const tenant = service.newTenant();
    for (const status of statuses) await givenSession(tenant, status);
    expect(await tenant.rpc.getEnrollmentStats({})).toMatchObject({
      totalEnrollments: 5,
      byStatus: { inProgress: 1, exam: 1, completed: 1, certified: 1, failed: 1 },
      completionRate: 40,
      certificationRate: 20,
      certifiedOfCompleted: 50,
    });
  });

  test("of one course, and nothing of the others", async () => {
    const tenant = service.newTenant();
    const { course_id: courseId } = await givenSession(tenant, "completed");
    await givenSession(tenant, "failed");
    expect(await tenant.rpc.getEnrollmentStats({ courseId })).toMatchObject({
      totalEnrollments: 1,
      completionRate: 100,
    });
  });

  test("dates choose by the day of enrollment in the business's time zone", async () => {
    const tenant = service.newTenant({ timeZone: "America/Mexico_City" });
    const { session_id: id } = await givenSession(tenant, "in_progress");
    const startedAt = new Date("2026-04-01T05:59:59.999Z");
    await tenant.scope().collection<Session>("sessions").updateOne({ _id: id }, { $set: { startedAt } });
    const on = async (day: string) =>
      (await tenant.rpc.getEnrollmentStats({ dateFrom: day, dateTo: day })).totalEnrollments;
    expect([await on("2026-03-30"), await on("2026-03-31"), await on("2026-04-01")]).toEqual([0, 1, 0]);
    await expect(tenant.rpc.getEnrollmentStats({ dateFrom: "2026-04-02", dateTo: "2026-04-01" })).rejects.toMatchObject(
      {
        code: "invalid_argument",
      },
    );
  });
});

describe("learning_get_exam_results", () => {
  test("without a handed-in exam there is no average", async () => {
    const tenant = service.newTenant();
    await givenSession(tenant, "exam");
    const results = await tenant.rpc.getExamResults({});
    expect(results).toMatchObject({ totalExamsStarted: 1, totalExamsCompleted: 0, passRate: 0 });
    expect(Object.keys(results)).not.toContain("averageScore");
  });

  test("counts each student once, with the best score", async () => {
    const tenant = service.newTenant();
    const courseId = await givenCourse(tenant, { examApproveScore: 70 });
    for (const scores of [[50, 90], [40, 30], [], [71]]) {
      const { session_id: id } = await enroll(tenant, courseId);
      await doStep(tenant, id, "finish");
      for (const score of scores) await doStep(tenant, id, "exam", { score });
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

test("both refuse a course that is not there", async () => {
  const tenant = service.newTenant();
  const refusal = { code: "course_not_found" };
  for (const courseId of [newId("crs"), await givenCourse(service.newTenant())]) {
    await expect(tenant.rpc.getEnrollmentStats({ courseId })).rejects.toMatchObject(refusal);
    await expect(tenant.rpc.getExamResults({ courseId })).rejects.toMatchObject(refusal);
    await expect(tenant.rpc.getCourseProgress({ courseId })).rejects.toMatchObject(refusal);
  }
});

/** What a learner did, as a person would write it down. */
interface Told {
  course: number;
  day: number;
  scores: number[];
  finishes: boolean;
  certified: boolean;
}

describe("the numbers are those of a naive count", () => {
  const days = ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"];
  const passMark = 60;

  const told = fc.record<Told>({
    course: fc.integer({ min: 0, max: 1 }),
    day: fc.integer({ min: 0, max: 3 }),
    scores: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 3 }),
    finishes: fc.boolean(),
    certified: fc.boolean(),
  });

  /** Walks the table of transitions, as the doors would. */
  function lived({ scores, finishes, certified }: Told) {
    const life = { status: "in_progress" as keyof typeof transitions, handedIn: [] as number[], started: false };
    const move = (to: keyof typeof transitions) => {
      expect(transitions[life.status]).toContain(to);
      life.status = to;
    };
    if (!finishes) return life;
    move("exam");
    life.started = true;
    for (const score of scores) {
      if (life.status === "completed") break;
      if (life.status === "failed") move("exam");
      life.handedIn.push(score);
      move(score >= passMark ? "completed" : "failed");
    }
    if (certified && life.status === "completed") move("certified");
    return life;
  }

  test("for any students, courses and days", async () => {
    const scenario = fc.record({
      students: fc.array(told, { maxLength: 12 }),
      course: fc.option(fc.integer({ min: 0, max: 1 }), { nil: undefined }),
      from: fc.integer({ min: 0, max: 3 }),
      to: fc.integer({ min: 0, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(scenario, async ({ students, course, from, to }) => {
        const tenant = service.newTenant({ timeZone: "UTC" });
        const courses = await plant(tenant, students);
        const courseId = course === undefined ? "" : courses[course]!;
        const [first, last] = [Math.min(from, to), Math.max(from, to)];

        const stats = await tenant.rpc.getEnrollmentStats({ courseId, dateFrom: days[first], dateTo: days[last] });
        const mine = students.filter((one) => course === undefined || one.course === course);
        const inRange = mine.filter(({ day }) => day >= first && day <= last).map(lived);
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
        const exams = mine.map(lived).filter(({ started }) => started);
        const handedIn = exams.map((life) => life.handedIn).filter((scores) => scores.length > 0);
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
      { numRuns: 12 },
    );
  }, 60_000);

  const rate = (part: number, whole: number) => (whole === 0 ? 0 : Number(((100 * part) / whole).toFixed(2)));

  async function plant(tenant: Tenant, students: Told[]): Promise<string[]> {
    const courses = [
      await givenCourse(tenant, { examApproveScore: passMark }),
      await givenCourse(tenant, { examApproveScore: passMark }),
    ];
    for (const { course, day, scores, finishes, certified } of students) {
      const { session_id: id } = await enroll(tenant, courses[course]!);
      if (finishes) {
        await doStep(tenant, id, "finish");
        // After a pass the door is closed; the naive count stops there as well.
        for (const score of scores) await doStep(tenant, id, "exam", { score }).catch(() => undefined);
        if (certified) await tenant.rpc.approveIssueCertificate({ sessionId: id }).catch(() => undefined);
      }
      const startedAt = new Date(`${days[day]}T12:00:00Z`);
      await tenant.scope().collection<Session>("sessions").updateOne({ _id: id }, { $set: { startedAt } });
    }
    return courses;
  }
});
