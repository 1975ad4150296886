import { newId, type WriteScope } from "@tenant-ops/kit/data";
import { defineVerb } from "@tenant-ops/kit/verbs";
import { CertificateIssuedSchema } from "@tenant-ops/proto/learning";
import { requireSession } from "../sessions/sessions.rules.js";
import { findSession, findSessionsToCertify } from "../sessions/sessions.store.js";
import { moveSession } from "../sessions/sessions.verbs.js";
import { planCertificateBatch, requireWholeBatch, reviewCertificateBatch } from "./certificate-batches.rules.js";
import {
  type NamedCertificate,
  planCertificate,
  reviewCertificate,
  type SessionToCertify,
} from "./certificates.rules.js";

/** Certifies a completed session. */
export const issueCertificate = defineVerb(() => ({
  load: async (scope, { sessionId }: { sessionId: string }) =>
    requireSession(await findSession(scope, sessionId), sessionId),
  plan: (_, found) => planCertificate(found),
  review: reviewCertificate,
  write: issue,
}));

/** Certifies all of these sessions or none. */
export const issueCertificates = defineVerb(() => ({
  load: (scope, { sessionIds }: { sessionIds: string[] }) => findSessionsToCertify(scope, sessionIds),
  plan: ({ sessionIds }, found) => planCertificateBatch(sessionIds, found),
  review: reviewCertificateBatch,
  async write(scope, plan) {
    const certificates: NamedCertificate[] = [];
    for (const one of requireWholeBatch(plan)) certificates.push(await issue(scope, one));
    return { certificates, issuedAt: scope.now };
  },
}));

async function issue(scope: WriteScope, { session, course }: SessionToCertify): Promise<NamedCertificate> {
  const { title, slug } = course;
  const best = session.score !== undefined && { score: session.score };
  const certificateId = newId("cert");
  const certificate = { certificateId, issuedBy: scope.call.keyId, ...best };
  const moved = await moveSession(scope, session, "certified", { certificate });
  const { completedModules: _, words: __, ...certified } = moved;
  const { _id: sessionId, courseId, userId } = certified;
  const issuedAt = scope.now.toISOString();
  await scope.publish(CertificateIssuedSchema, { certificateId, sessionId, courseId, userId, issuedAt, ...best });
  return { ...certified, title, slug };
}
