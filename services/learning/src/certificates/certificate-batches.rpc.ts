import type { Database } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { LearningService } from "@tenant-ops/proto/learning";
import { planCertificateBatch, reviewCertificateBatch } from "./certificate-batches.rules.js";
import { issueCertificates } from "./certificates.changes.js";
import type { CertificateCandidate } from "./certificates.types.js";
import { toLearnerReply } from "../sessions/sessions.rules.js";
import { findSessionsToCertify } from "../sessions/sessions.store.js";

type CertificateBatchRpcs = Pick<
  RpcHandlers<typeof LearningService>,
  "proposeCertificateBatch" | "approveCertificateBatch"
>;

/** Certificates of many sessions with one approval. */
export function certificateBatchRpcs(db: Database): CertificateBatchRpcs {
  return {
    async proposeCertificateBatch({ sessionIds }, call) {
      const plan = planCertificateBatch(sessionIds, await findSessionsToCertify(db.scope(call), sessionIds));
      const { candidates, refused } = plan;
      const preview = {
        total: candidates.length,
        certifiable: candidates.length - refused.length,
        sessions: candidates.map(toReply),
      };
      return { preview, ...reviewCertificateBatch(plan) };
    },

    async approveCertificateBatch({ sessionIds }, call) {
      return db.transaction(call, async (scope) => {
        const issued = await issueCertificates(scope, sessionIds);
        const certificates = issued.map(({ session, certificateId }) => ({ sessionId: session._id, certificateId }));
        return { certificates, count: certificates.length, issuedAt: scope.now.toISOString() };
      });
    },
  };
}

function toReply({ sessionId, found, refusal }: CertificateCandidate) {
  return {
    sessionId,
    canBeCertified: refusal === undefined,
    ...(refusal && { reason: refusal.code, detail: refusal.detail }),
    ...(found && {
      ...toLearnerReply(found.session),
      title: found.course.title,
      status: found.session.status,
      ...(found.session.score !== undefined && { score: found.session.score }),
    }),
  };
}
