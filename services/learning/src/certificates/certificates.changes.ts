import { newId, type WriteScope } from "@tenant-ops/kit/data";
import { CertificateIssuedSchema } from "@tenant-ops/proto/learning";
import { planCertificateBatch, requireWholeBatch } from "./certificate-batches.rules.js";
import { planCertificate } from "./certificates.rules.js";
import type { SessionToCertify } from "./certificates.types.js";
import { moveSession } from "../sessions/sessions.changes.js";
import { findSessionsToCertify } from "../sessions/sessions.store.js";

/**
 * Certifies a completed session and publishes it. Returns the session with its certificate.
 * @throws Refusal already_certified, session_not_completed
 */
export async function issueCertificate(scope: WriteScope, { session, course }: SessionToCertify) {
  const { status, score } = planCertificate(session, course);
  const certificateId = newId("cert");
  const best = score !== undefined && { score };
  const certificate = { certificateId, issuedBy: scope.call.keyId, ...best };
  const certified = await moveSession(scope, session, status, { certificate });
  const { _id: sessionId, courseId, userId } = certified;
  const issuedAt = scope.now.toISOString();
  await scope.publish(CertificateIssuedSchema, { certificateId, sessionId, courseId, userId, issuedAt, ...best });
  return { session: certified, course, certificateId, issuedAt };
}

/**
 * Certifies all of these sessions or none.
 * @throws Refusal batch_not_certifiable, invalid_argument for a session that is given twice
 */
export async function issueCertificates(scope: WriteScope, sessionIds: readonly string[]) {
  const found = await findSessionsToCertify(scope, sessionIds);
  const issued: Awaited<ReturnType<typeof issueCertificate>>[] = [];
  for (const one of requireWholeBatch(planCertificateBatch(sessionIds, found))) {
    issued.push(await issueCertificate(scope, one));
  }
  return issued;
}
