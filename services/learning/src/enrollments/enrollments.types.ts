import type { Course } from "../courses/courses.types.js";
import type { EndedSession, Learner, Session } from "../sessions/sessions.types.js";

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

export interface EnrollmentPlan {
  course: Course;
  /** In the order of the request. */
  enrollments: PlannedEnrollment[];
}

/** A learner who is enrolled now. */
export interface Enrollment {
  session: Session;
  outcome: PlannedEnrollment["outcome"];
}
