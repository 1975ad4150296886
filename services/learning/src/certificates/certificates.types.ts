import type { DateRange } from "@tenant-ops/kit/data";
import type { Refusal } from "@tenant-ops/kit/errors";
import type { ListedCourse } from "../courses/courses.types.js";
import type { LearnerReply, Session } from "../sessions/sessions.types.js";

/** The plan of a certificate: its content, and the changes of the session. */
export interface CertificatePlan extends LearnerReply {
  sessionId: string;
  title: string;
  slug: string;
  /** Absent for a course without an exam. */
  score?: number;
  completedAt?: string;
  previousStatus: "completed";
  status: "certified";
}

/** Which certificates a list contains; what is absent does not restrict it. */
export interface CertificateFilter {
  courseId?: string | undefined;
  userId?: string | undefined;
  issuedAt: DateRange;
}

export interface SessionToCertify {
  session: Session;
  course: ListedCourse;
}

/** One session of a batch. */
export interface CertificateCandidate {
  sessionId: string;
  /** Absent when the business has no such session. */
  found?: SessionToCertify;
  /** Why it cannot be certified; absent when it can. */
  refusal?: Refusal;
}

export interface CertificateBatchPlan {
  /** In the order of the request. */
  candidates: CertificateCandidate[];
  /** The sessions that cannot be certified. */
  refused: CertificateCandidate[];
}
