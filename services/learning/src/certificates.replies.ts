import { requireCertificate } from "./certificates.rules.js";
import type { Course } from "./courses.types.js";
import type { Session } from "./sessions.types.js";

/** The certificate of a certified session as REST callers see it. */
export function toCertificateJson(session: Session, { title, slug }: Pick<Course, "title" | "slug">) {
  const { _id: sessionId, courseId, userId, fullName, email, completedAt } = session;
  const { certificateId, ...certificate } = requireCertificate(session);
  return {
    _id: certificateId,
    sessionId,
    courseId,
    userId,
    fullName,
    email,
    title,
    slug,
    ...(completedAt && { completedAt: completedAt.toISOString() }),
    ...certificate,
  };
}
