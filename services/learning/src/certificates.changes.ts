import { newId, type WriteScope } from "@tenant-ops/kit/data";
import { CertificateIssuedSchema } from "@tenant-ops/proto/learning";
import { planCertificate } from "./certificates.rules.js";
import type { SessionToCertify } from "./certificates.types.js";
import { moveSession } from "./sessions.changes.js";

/**
 * Certifies a completed session and publishes it.
 * @throws Refusal already_certified, session_not_completed
 */
export async function issueCertificate(scope: WriteScope, { session, course }: SessionToCertify) {
  const { status, score } = planCertificate(session, course);
  const certificateId = newId("cert");
  const best = score !== undefined && { score };
  const issuedBy = scope.call.keyId;
  await moveSession(scope, session, status, { certificate: { certificateId, issuedBy, ...best } });
  const { _id: sessionId, userId } = session;
  const issuedAt = scope.now.toISOString();
  await scope.publish(CertificateIssuedSchema, {
    certificateId,
    sessionId,
    courseId: course._id,
    userId,
    issuedAt,
    ...best,
  });
  return { sessionId, status, certificateId, issuedAt };
}
