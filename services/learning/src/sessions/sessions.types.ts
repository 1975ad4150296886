import type { VisitorRegistration } from "@tenant-ops/kit/pages";
import type { Course } from "../courses/courses.types.js";

export const statuses = ["in_progress", "exam", "completed", "certified", "failed"] as const;
export type SessionStatus = (typeof statuses)[number];

/** A learner as the tenant names it. */
export interface Learner {
  userId: string;
  fullName: string;
  email: string;
}

/** What only an enrollment on the page of a course has. */
export interface EnrollmentVisit {
  /** The browser. */
  visitId: string;
  /** Name and e-mail address are those of the learner. */
  registration: Omit<VisitorRegistration, "fullName" | "email">;
}

/** A learner as callers see them. */
export interface LearnerReply extends Omit<Learner, "userId"> {
  /** Of a visitor who came from a flow. */
  registration?: Omit<Required<Pick<VisitorRegistration, "provenContact">> & VisitorRegistration, "fullName" | "email">;
}

/** One learner in one course. */
export interface Session extends Learner, Partial<EnrollmentVisit> {
  _id: string;
  courseId: string;
  status: SessionStatus;
  completedModules: string[];
  /** Of name, e-mail address and phone, for searches. */
  words: string[];
  /** Number of exams that were submitted. */
  attempts: number;
  /** How many of them were deleted by retention. */
  removedAttempts?: number;
  /** When the learner enrolled again after the session was deleted; see `ended-sessions.store.ts`. */
  restoredAt?: Date;
  /** The best score of all attempts. */
  score?: number;
  startedAt: Date;
  /** When it first reached the status `exam`. */
  examStartedAt?: Date;
  completedAt?: Date;
  /** Outside of `certificate`, because the list of certificates is sorted by it. */
  certifiedAt?: Date;
  certificate?: { certificateId: string; issuedBy: string; score?: number };
}

/** What is kept of a session that retention has deleted: a learner who enrolls again gets this session, not a new one. */
export type EndedSession = Omit<Session, "fullName" | "email" | "words" | "registration">;

export interface SessionWithCourse {
  session: Session;
  course: Course;
}

/** The fields that may change together with the status. */
export type SessionResult = Partial<Pick<Session, "score" | "attempts" | "certificate">>;
