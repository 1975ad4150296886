import { invalid } from "@tenant-ops/kit/errors";
import { type FieldsOf, type PreviewReview, requireText } from "@tenant-ops/kit/rpc";
import { normalizeValue, say } from "@tenant-ops/kit/texts";
import type { LearnerProfile } from "@tenant-ops/proto/learning";
import { learningSentences as sentences } from "@tenant-ops/proto/sentences/learning";
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
  const { length: all } = enrollments;
  const warnings = [say(sentences.no_message)];
  if (enrolled > 0) warnings.push(say(sentences.already_enrolled, { enrolled, all }));
  for (const { learner } of otherNames.slice(0, namedMax)) {
    warnings.push(say(sentences.other_name, { id: learner.userId, name: learner.fullName }));
  }
  if (restored > 0) warnings.push(say(sentences.restored, { restored, all }));
  const checks = [
    { name: "course_is_published", ok: true, detail: say(sentences.course_published) },
    {
      name: "all_are_new",
      ok: count("new") === all,
      detail: say(sentences.new_sessions, { new: count("new"), all }),
    },
  ];
  return { checks, warnings };
}

/** The warnings stay readable; the preview has the names of all. */
const namedMax = 10;
