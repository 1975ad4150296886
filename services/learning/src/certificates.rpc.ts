import { type Database, parseDateRange, newId, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import { CertificateIssuedSchema, type LearningService } from "@tenant-ops/proto/learning";
import { certificateOf, planCertificate, reviewCertificate } from "./certificates.rules.js";
import { requireCourse } from "./courses.rules.js";
import { type Course, findCourses } from "./courses.store.js";
import { requireSession } from "./sessions.rules.js";
import { findSession, listCertified, moveSession, type Session } from "./sessions.store.js";

type CertificateRpcs = Pick<
  RpcHandlers<typeof LearningService>,
  "getCertificatesIssued" | "proposeIssueCertificate" | "approveIssueCertificate"
>;

/** Who has learned something for good. */
export function certificateRpcs(db: Database): CertificateRpcs {
  return {
    async getCertificatesIssued({ dateFrom, dateTo, limit, cursor }, call) {
      const scope = db.scope(call);
      const page = await listCertified(scope, parseDateRange(dateFrom, dateTo, call.timeZone), { limit, cursor });
      const courses = await findCourses(
        scope,
        page.items.map(({ courseId }) => courseId),
      );
      return toListReply(page, (session) => toItem(session, courses.get(session.courseId) ?? null));
    },

    async proposeIssueCertificate({ sessionId }, call) {
      const { session, course } = requireSession(await findSession(db.scope(call), sessionId), sessionId);
      return { preview: planCertificate(session, course), ...reviewCertificate(course) };
    },

    // Approving asks again, inside the transaction: somebody else may have issued it while the user was reading the preview.
    async approveIssueCertificate({ sessionId }, call) {
      return db.transaction(call, async (scope) => {
        const { session, course } = requireSession(await findSession(scope, sessionId), sessionId);
        const { status, score } = planCertificate(session, course);
        const certificateId = newId("cert");
        const best = score !== undefined && { score };
        await moveSession(scope, session, status, { certificate: { certificateId, issuedBy: call.keyId, ...best } });
        const issuedAt = scope.now.toISOString();
        const { userId } = session;
        await scope.publish(CertificateIssuedSchema, {
          certificateId,
          sessionId,
          courseId: course._id,
          userId,
          issuedAt,
          ...best,
        });
        return { sessionId, status, certificateId, issuedAt };
      });
    },
  };
}

function toItem(session: Session, found: Course | null) {
  const { _id: sessionId, fullName, email, completedAt } = session;
  const { title, slug } = requireCourse(found, session.courseId);
  return {
    sessionId,
    fullName,
    email,
    title,
    slug,
    certificate: certificateOf(session),
    ...(completedAt && { completedAt: completedAt.toISOString() }),
  };
}
