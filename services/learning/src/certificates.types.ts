/** What a certificate says, and what issuing it does to the session. */
export interface CertificatePlan {
  sessionId: string;
  fullName: string;
  email: string;
  title: string;
  slug: string;
  /** Absent for a course without an exam. */
  score?: number;
  completedAt?: string;
  previousStatus: "completed";
  status: "certified";
}
