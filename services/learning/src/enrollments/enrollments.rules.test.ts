import { describe, expect, test } from "vitest";
import { planEnrollments, planLearners, reviewEnrollments } from "./enrollments.rules.js";
import type { EnrollmentFacts } from "./enrollments.rules.js";
import type { Course } from "../courses/courses.rules.js";
import type { EndedSession, Session } from "../sessions/sessions.rules.js";

const learner = (userId: string, fullName = "Ana") => ({ userId, fullName, email: "ana@example.com" });
const facts = (given: Partial<EnrollmentFacts> = {}): EnrollmentFacts => ({
  course: { _id: "crs_1", title: "Safety", published: true } as Course,
  sessions: new Map([["known", { _id: "ses_1", ...learner("known"), status: "exam" } as Session]]),
  ended: new Map([["former", { _id: "ses_2", userId: "former", status: "failed" } as EndedSession]]),
  ...given,
});

describe("the students of a request", () => {
  test("are stored without blanks around their texts and without what nobody sees", () => {
    const given = { userId: " u-1 ", fullName: " Ana\u200B  ", email: "ana@example.com" };
    expect(planLearners([given])).toEqual([{ userId: "u-1", fullName: "Ana", email: "ana@example.com" }]);
  });

  test.each<[what: string, students: ReturnType<typeof learner>[], detail: string]>([
    ["one is given twice", [learner("u-1"), learner(" u-1")], "students[1].userId: this student is in the list twice."],
    ["an id is blank", [learner("  ")], "students[0].userId: is blank."],
    ["a name has nothing to see", [learner("u-1", "\u200B")], "students[0].fullName: is blank."],
  ])("are refused when %s", (_, students, detail) => {
    expect(() => planLearners(students)).toThrow(detail);
  });
});

describe("enrolling", () => {
  test("begins a session, keeps the one that is there, or brings back the one that retention has deleted", () => {
    const { enrollments } = planEnrollments(
      "crs_1",
      ["new", "known", "former"].map((id) => learner(id)),
      facts(),
    );
    expect(enrollments.map(({ outcome }) => outcome)).toEqual(["new", "already_enrolled", "restored"]);
  });

  test("in a course that is not there, or not published, is refused", () => {
    const unpublished = { ...facts().course, published: false } as Course;
    expect(() => planEnrollments("crs_1", [], facts({ course: null }))).toThrow("crs_1");
    expect(() => planEnrollments("crs_1", [], facts({ course: unpublished }))).toThrow("not published");
  });

  test("of new students warns of nothing but the message that is not sent", () => {
    const review = reviewEnrollments(planEnrollments("crs_1", [learner("new")], facts()));
    expect(review.warnings).toEqual(["No message is sent: the business tells the students."]);
    expect(review.checks.map(({ ok }) => ok)).toEqual([true, true]);
  });

  test("warns of students who are enrolled already, of an id that has another name, and of sessions that go on", () => {
    const plan = planEnrollments("crs_1", [learner("known", "Luis"), learner("former"), learner("new")], facts());
    const { checks, warnings } = reviewEnrollments(plan);
    expect(checks[1]).toEqual({ name: "all_are_new", ok: false, detail: "1 of 3 students get a new session." });
    expect(warnings.slice(1)).toEqual([
      "1 of 3 students are enrolled already: nothing changes for them, not even name and e-mail address.",
      "The student known is enrolled under another name than Luis: check that the id belongs to this person.",
      "1 of 3 students had a session that a retention rule has deleted: they go on with its status and score.",
    ]);
  });
});
