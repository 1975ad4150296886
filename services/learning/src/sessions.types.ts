import type { Course } from "./courses.types.js";

export const statuses = ["in_progress", "exam", "completed", "certified", "failed"] as const;
export type SessionStatus = (typeof statuses)[number];

/** A learner as the tenant names it. */
export interface Learner {
  userId: string;
  fullName: string;
  email: string;
}

/** One learner in one course. */
export interface Session extends Learner {
  _id: string;
  courseId: string;
  /** Of an enrollment on the page: the browser in which it was made. */
  visitId?: string;
  status: SessionStatus;
  completedModules: string[];
  /** Of name and e-mail address, for searches. Absent in sessions of older versions, until the migration job. */
  trigrams?: string[];
  /** Number of exams that were submitted. */
  attempts: number;
  /** Of them, those that have left: nothing here but their number. */
  removedAttempts?: number;
  /** When the learner came back to a session that had left; see `ended-sessions.store.ts`. */
  restoredAt?: Date;
  /** The best score of all attempts. */
  score?: number;
  startedAt: Date;
  /** The first time it entered the exam. */
  examStartedAt?: Date;
  completedAt?: Date;
  /** Outside of `certificate`, because the list of certificates is sorted by it. */
  certifiedAt?: Date;
  certificate?: { certificateId: string; issuedBy: string; score?: number };
}

/** What is left of a session that has ended and left: a learner who enrolls again has this session, and not a further one. */
export type EndedSession = Omit<Session, "fullName" | "email" | "trigrams">;

export interface SessionWithCourse {
  session: Session;
  course: Course;
}

/** What may change together with the status. */
export type SessionResult = Partial<Pick<Session, "score" | "attempts" | "certificate">>;
