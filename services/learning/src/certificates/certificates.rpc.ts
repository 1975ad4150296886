import { type Database, parseDateRange, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { LearningService } from "@tenant-ops/proto/learning";
import { issueCertificate } from "./certificates.changes.js";
import { planCertificate, reviewCertificate, toCertificate } from "./certificates.rules.js";
import { requireCourse } from "../courses/courses.rules.js";
import { findCourseNames } from "../courses/courses.store.js";
import type { Course } from "../courses/courses.types.js";
import { requireSession, toLearnerReply } from "../sessions/sessions.rules.js";
import { findSession, listCertifiedSessions } from "../sessions/sessions.store.js";
import type { Session } from "../sessions/sessions.types.js";

type CertificateRpcs = Pick<
  RpcHandlers<typeof LearningService>,
  "getCertificatesIssued" | "proposeIssueCertificate" | "approveIssueCertificate"
>;

/** Certificates of completed sessions. */
export function certificateRpcs(db: Database): CertificateRpcs {
  return {
    async getCertificatesIssued({ dateFrom, dateTo, limit, cursor }, call) {
      const scope = db.scope(call);
      const issuedAt = parseDateRange(dateFrom, dateTo, call.timeZone);
      const page = await listCertifiedSessions(scope, { issuedAt }, { limit, cursor });
      const courses = await findCourseNames(
        scope,
        page.items.map(({ courseId }) => courseId),
      );
      return toListReply(page, (session) => toItem(session, courses.get(session.courseId) ?? null));
    },

    async proposeIssueCertificate({ sessionId }, call) {
      const { session, course } = requireSession(await findSession(db.scope(call), sessionId), sessionId);
      return { preview: planCertificate(session, course), ...reviewCertificate(course) };
    },

    // Plans again inside the transaction, because another call may have issued the certificate since the preview.
    async approveIssueCertificate({ sessionId }, call) {
      return db.transaction(call, async (scope) => {
        const found = requireSession(await findSession(scope, sessionId), sessionId);
        const { session, certificateId, issuedAt } = await issueCertificate(scope, found);
        return { sessionId, status: session.status, certificateId, issuedAt };
      });
    },
  };
}

function toItem(session: Session, found: Pick<Course, "title" | "slug"> | null) {
  const { _id: sessionId, completedAt } = session;
  const { title, slug } = requireCourse(found, session.courseId);
  return {
    sessionId,
    ...toLearnerReply(session),
    title,
    slug,
    certificate: toCertificate(session),
    ...(completedAt && { completedAt: completedAt.toISOString() }),
  };
}
