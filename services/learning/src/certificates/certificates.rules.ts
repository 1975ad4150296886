import { conflict, notFound, type Refusal } from "@tenant-ops/kit/errors";
import type { PreviewCheck, PreviewReview } from "@tenant-ops/kit/rpc";
import type { CertificatePlan } from "./certificates.types.js";
import type { ListedCourse } from "../courses/courses.types.js";
import { toLearnerReply } from "../sessions/sessions.rules.js";
import type { Session } from "../sessions/sessions.types.js";

/** Why a session cannot be certified: already_certified or session_not_completed; undefined when it can. */
export function findCertificateRefusal({ status }: Session): Refusal | undefined {
  if (status === "completed") return undefined;
  if (status === "certified") return conflict("already_certified", "This session has its certificate already.");
  return conflict("session_not_completed", `Only a completed session can be certified; this one is ${status}.`);
}

/**
 * Decides whether a session may be certified, and what its certificate says.
 * @throws Refusal already_certified, session_not_completed
 */
export function planCertificate(session: Session, course: ListedCourse): CertificatePlan {
  const refusal = findCertificateRefusal(session);
  if (refusal) throw refusal;
  const { score, completedAt } = session;
  return {
    sessionId: session._id,
    ...toLearnerReply(session),
    title: course.title,
    slug: course.slug,
    ...(score !== undefined && { score }),
    ...(completedAt && { completedAt: completedAt.toISOString() }),
    previousStatus: "completed",
    status: "certified",
  };
}

/** The checks and warnings of the preview. */
export function reviewCertificate({ isCertified }: ListedCourse): PreviewReview {
  const checks: PreviewCheck[] = [
    { name: "session_completed", ok: true, detail: "The session belongs to this business and is completed." },
    {
      name: "course_is_certified",
      ok: isCertified,
      detail: isCertified
        ? "The course ends with a certificate."
        : "The course is not meant to end with a certificate.",
    },
  ];
  const warnings = ["Only the status changes: no document is made and no message is sent. It cannot be taken back."];
  if (!isCertified) warnings.push("The course has isCertified false; certify only if this is meant.");
  return { checks, warnings };
}

/** The certificate of a session as callers see it; undefined when none was issued. */
export function toCertificate({ certificate, certifiedAt }: Session) {
  if (!certificate || !certifiedAt) return undefined;
  const { certificateId, issuedBy, score } = certificate;
  return { certificateId, issuedAt: certifiedAt.toISOString(), issuedBy, ...(score !== undefined && { score }) };
}

/** The certificate of a session that has one. */
export function requireCertificate(session: Session) {
  const certificate = toCertificate(session);
  if (!certificate) throw new Error(`the session ${session._id} is certified and has no certificate`);
  return certificate;
}

/** @throws Refusal certificate_not_found */
export function requireCertifiedSession(found: Session | null, certificateId: string): Session {
  if (!found) throw notFound("certificate", certificateId, { listWith: "learning_get_certificates_issued" });
  return found;
}
