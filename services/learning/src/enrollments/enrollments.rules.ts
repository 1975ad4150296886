import { invalid } from "@tenant-ops/kit/errors";
import { type FieldsOf, type PreviewReview, requireText } from "@tenant-ops/kit/rpc";
import { normalizeValue } from "@tenant-ops/kit/texts";
import type { LearnerProfile } from "@tenant-ops/proto/learning";
import { type Course, requireCourse, requirePublished } from "../courses/courses.rules.js";
import type { EndedSession, Learner, Session } from "../sessions/sessions.rules.js";

/** What enrolling depends on. */
export interface EnrollmentFacts {
  course: Course | null;
  /** The sessions that these learners have in the course, by user id. */
  sessions: ReadonlyMap<string, Session>;
  /** What is left of their sessions that retention has deleted, by user id. */
  ended: ReadonlyMap<string, EndedSession>;
}

/** What enrolling does for one learner. `new` begins a session, `already_enrolled` changes nothing, `restored` brings back a deleted session. */
export type PlannedEnrollment = { learner: Learner } & (
  | { outcome: "new" }
  | { outcome: "already_enrolled"; session: Session }
  | { outcome: "restored"; ended: EndedSession }
);

/**
 * The students of a request as they are stored.
 * @throws Refusal invalid_argument for a blank text, and for a student who is given twice
 */
export function planLearners(students: readonly FieldsOf<LearnerProfile>[]): Learner[] {
  const learners = students.map(({ userId, fullName, email }, index): Learner => {
    const trimmed = userId.trim();
    if (trimmed === "") throw invalid(`students[${index}].userId`, "is blank.", "blank");
    return {
      userId: trimmed,
      fullName: requireText(`students[${index}].fullName`, fullName),
      email: normalizeValue(email),
    };
  });
  const ids = learners.map(({ userId }) => userId);
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (repeated >= 0) throw invalid(`students[${repeated}].userId`, "this student is in the list twice.", "duplicate");
  return learners;
}

/**
 * Decides what enrolling does for each learner. A learner has one session per course: enrolling again keeps it as it is.
 * @throws Refusal course_not_found, course_not_published
 */
export function planEnrollments(
  courseId: string,
  learners: readonly Learner[],
  { course: found, sessions, ended }: EnrollmentFacts,
) {
  const course = requireCourse(found, courseId);
  requirePublished(course);
  const enrollments = learners.map((learner): PlannedEnrollment => {
    const session = sessions.get(learner.userId);
    if (session) return { learner, outcome: "already_enrolled", session };
    const left = ended.get(learner.userId);
    return left ? { learner, outcome: "restored", ended: left } : { learner, outcome: "new" };
  });
  return { course, enrollments };
}

/** The enrollments in the order of the request. */
export type EnrollmentPlan = ReturnType<typeof planEnrollments>;

/** The checks and warnings of the preview. */
export function reviewEnrollments({ enrollments }: EnrollmentPlan): PreviewReview {
  const count = (wanted: PlannedEnrollment["outcome"]) =>
    enrollments.filter(({ outcome }) => outcome === wanted).length;
  const enrolled = count("already_enrolled");
  const restored = count("restored");
  const otherNames = enrollments.filter(
    (one) => one.outcome === "already_enrolled" && one.session.fullName !== one.learner.fullName,
  );
  const warnings = ["No message is sent: the business tells the students."];
  if (enrolled > 0) {
    warnings.push(
      `${enrolled} of ${enrollments.length} students are enrolled already: nothing changes for them, not even name and e-mail address.`,
    );
  }
  for (const { learner } of otherNames.slice(0, namedMax)) {
    warnings.push(
      `The student ${learner.userId} is enrolled under another name than ${learner.fullName}: check that the id belongs to this person.`,
    );
  }
  if (restored > 0) {
    warnings.push(
      `${restored} of ${enrollments.length} students had a session that a retention rule has deleted: they go on with its status and score.`,
    );
  }
  const checks = [
    { name: "course_is_published", ok: true, detail: "Students can access the course." },
    {
      name: "all_are_new",
      ok: count("new") === enrollments.length,
      detail: `${count("new")} of ${enrollments.length} students get a new session.`,
    },
  ];
  return { checks, warnings };
}

/** The warnings stay readable; the preview has the names of all. */
const namedMax = 10;
