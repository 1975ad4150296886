import { conflict, notFound, type Refusal } from "@tenant-ops/kit/errors";
import type { PreviewCheck, PreviewReview } from "@tenant-ops/kit/rpc";
import { say } from "@tenant-ops/kit/texts";
import { learningSentences as sentences } from "@tenant-ops/proto/sentences/learning";
import type { CourseNames, ListedCourse } from "../courses/courses.rules.js";
import type { Session } from "../sessions/sessions.rules.js";

export interface SessionToCertify {
  session: Session;
  course: ListedCourse;
}

/** A session as its certificate needs it. */
export type CertifiedSession = Omit<Session, "completedModules" | "words">;

/** The same with the names of its course. */
export type NamedCertificate = CertifiedSession & CourseNames;

/** Why a session cannot be certified: already_certified or session_not_completed; undefined when it can. */
export function findCertificateRefusal({ status }: Session): Refusal | undefined {
  if (status === "completed") return undefined;
  if (status === "certified") return conflict("already_certified", "This session has its certificate already.");
  return conflict("session_not_completed", `Only a completed session can be certified; this one is ${status}.`);
}

/**
 * Decides whether a session may be certified.
 * @throws Refusal already_certified, session_not_completed
 */
export function planCertificate(found: SessionToCertify): SessionToCertify {
  const refusal = findCertificateRefusal(found.session);
  if (refusal) throw refusal;
  return found;
}

/** The checks and warnings of the preview. */
export function reviewCertificate({ course: { isCertified } }: SessionToCertify): PreviewReview {
  const checks: PreviewCheck[] = [
    { name: "session_completed", ok: true, detail: say(sentences.session_completed) },
    {
      name: "course_is_certified",
      ok: isCertified,
      detail: say(isCertified ? sentences.course_certifies : sentences.course_does_not_certify),
    },
  ];
  const warnings = [say(sentences.only_status)];
  if (!isCertified) warnings.push(say(sentences.certify_only_if_meant));
  return { checks, warnings };
}

/** The certificate of a session as callers see it; undefined when none was issued. */
export function toCertificate({ certificate, certifiedAt }: CertifiedSession) {
  if (!certificate || !certifiedAt) return undefined;
  const { certificateId, issuedBy, score } = certificate;
  return { certificateId, issuedAt: certifiedAt.toISOString(), issuedBy, ...(score !== undefined && { score }) };
}

/** The certificate of a session that has one. */
export function requireCertificate(session: CertifiedSession) {
  const certificate = toCertificate(session);
  if (!certificate) throw new Error(`the session ${session._id} is certified and has no certificate`);
  return certificate;
}

/** @throws Refusal certificate_not_found */
export function requireCertifiedSession(found: CertifiedSession | null, certificateId: string): CertifiedSession {
  if (!found) throw notFound("certificate", certificateId, { listWith: "learning_get_certificates_issued" });
  return found;
}
