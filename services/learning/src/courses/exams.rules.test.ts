import { describe, expect, test } from "vitest";
import { planAttempt } from "./exams.rules.js";
import { decideExamStatus, type Session, type SessionStatus, statuses } from "../sessions/sessions.rules.js";

const storedSession = (given: Partial<Session>): Session => ({
  _id: "ses_1",
  courseId: "crs_1",
  userId: "u",
  fullName: "Ana",
  email: "ana@example.com",
  status: "exam",
  completedModules: [],
  words: [],
  attempts: 0,
  startedAt: new Date(),
  ...given,
});
const course = { title: "t", slug: "s", description: "", published: true, isCertified: true, examApproveScore: 70 };

describe("submitting an exam", () => {
  test.each([
    [70, "completed", true],
    [69.99, "failed", false],
    [100, "completed", true],
    [0, "failed", false],
  ])("with %d of the required 70 is %s", (score, outcome, passed) => {
    expect(planAttempt(storedSession({}), course, score)).toEqual({
      steps: [outcome],
      n: 1,
      score,
      passed,
      bestScore: score,
    });
  });

  test("after a failure enters the exam again", () => {
    const failed = storedSession({ status: "failed", attempts: 1, score: 60 });
    expect(planAttempt(failed, course, 80)).toEqual({
      steps: ["exam", "completed"],
      n: 2,
      score: 80,
      passed: true,
      bestScore: 80,
    });
  });

  test("with a lower score than before keeps the best score", () => {
    const failed = storedSession({ status: "failed", attempts: 1, score: 60 });
    expect(planAttempt(failed, course, 10)).toMatchObject({ steps: ["exam", "failed"], score: 10, bestScore: 60 });
  });

  const others = statuses.filter((status) => status !== "exam" && status !== "failed");
  test.each(others)("is refused while the session is %s", (status) => {
    expect(() => planAttempt(storedSession({ status }), course, 90)).toThrow(`this one is ${status}`);
  });

  test("is refused while the course is not published", () => {
    expect(() => planAttempt(storedSession({}), { ...course, published: false }, 90)).toThrow("not published");
  });
});

describe("the exam status", () => {
  const withoutExam = { ...course, examApproveScore: undefined };
  test.each<[string, Partial<Session>, string]>([
    ["in progress", { status: "in_progress" }, "not_started"],
    ["in the exam", { status: "exam", examStartedAt: new Date() }, "started"],
    ["failed", { status: "failed", attempts: 1, examStartedAt: new Date() }, "failed"],
    ["passed", { status: "completed", attempts: 2, examStartedAt: new Date() }, "passed"],
    ["certified", { status: "certified", attempts: 1, examStartedAt: new Date() }, "passed"],
    ["completed before the course got an exam", { status: "completed" }, "none"],
  ])("%s", (_, given, status) => {
    expect(decideExamStatus(storedSession(given), course)).toBe(status);
  });

  test.each<SessionStatus>(["in_progress", "completed"])("%s in a course without an exam", (status) => {
    expect(decideExamStatus(storedSession({ status }), withoutExam)).toBe("none");
  });
});
