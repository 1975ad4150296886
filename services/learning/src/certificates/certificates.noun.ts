import { parseDateRange, type Scope, toListReply } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { CertificateIssuedSchema, LearningService } from "@tenant-ops/proto/learning";
import * as routes from "@tenant-ops/rest/learning";
import { requireCourse } from "../courses/courses.rules.js";
import { findCourse, findCourseNames } from "../courses/courses.store.js";
import { toLearnerReply } from "../sessions/sessions.rules.js";
import { findCertifiedSession, listCertifiedSessions } from "../sessions/sessions.store.js";
import type { CertificateBatchPlan, CertificateCandidate } from "./certificate-batches.rules.js";
import {
  type CertifiedSession,
  type NamedCertificate,
  requireCertificate,
  requireCertifiedSession,
  type SessionToCertify,
  toCertificate,
} from "./certificates.rules.js";
import { issueCertificate, issueCertificates } from "./certificates.verbs.js";

/** Certificates of completed sessions, which are stored in them. */
export const certificates = defineNoun({
  api: LearningService,
  events: [CertificateIssuedSchema],
  verbs: { issueCertificate, issueCertificates },

  rpcs: ({ issueCertificate, issueCertificates }, reads) => ({
    async getCertificatesIssued({ dateFrom, dateTo, limit, cursor }, call) {
      const scope = reads.scope(call);
      const issuedAt = parseDateRange(dateFrom, dateTo, call.timeZone);
      const page = await listCertifiedSessions(scope, { issuedAt }, { limit, cursor });
      const addNames = await loadNames(scope, page.items);
      return toListReply(page, (session) => toItem(addNames(session)));
    },
    proposeIssueCertificate: (request, call) => issueCertificate.preview(call, request, toPreview),
    async approveIssueCertificate(request, call) {
      const session = await issueCertificate(call, request);
      const { certificateId, issuedAt } = requireCertificate(session);
      return { sessionId: session._id, status: session.status, certificateId, issuedAt };
    },
    proposeCertificateBatch: (request, call) => issueCertificates.preview(call, request, toBatchPreview),
    async approveCertificateBatch(request, call) {
      const { certificates, issuedAt } = await issueCertificates(call, request);
      const issued = certificates.map((session) => {
        const { certificateId } = requireCertificate(session);
        return { sessionId: session._id, certificateId };
      });
      return { certificates: issued, count: issued.length, issuedAt: issuedAt.toISOString() };
    },
  }),

  http(app, { issueCertificate, issueCertificates }, reads) {
    bindRoute(app, routes.listCertificates, async ({ call, query }) => {
      const { courseId, userId, dateFrom, dateTo } = query;
      const scope = reads.scope(call);
      if (courseId !== undefined) requireCourse(await findCourse(scope, courseId), courseId);
      const issuedAt = parseDateRange(dateFrom, dateTo, call.timeZone);
      const page = await listCertifiedSessions(scope, { courseId, userId, issuedAt }, query);
      const addNames = await loadNames(scope, page.items);
      return toRestList(page, (session) => toReply(addNames(session)));
    });
    bindRoute(app, routes.getCertificate, async ({ call, params: { id } }) => {
      const scope = reads.scope(call);
      const session = requireCertifiedSession(await findCertifiedSession(scope, id), id);
      const addNames = await loadNames(scope, [session]);
      return toReply(addNames(session));
    });
    bindRoute(app, routes.issueCertificate, async ({ call, params: { id: sessionId } }) =>
      toReply(await issueCertificate(call, { sessionId })),
    );
    bindRoute(app, routes.issueCertificates, async ({ call, body }) => {
      const { certificates } = await issueCertificates(call, body);
      return { certificates: certificates.map(toReply), count: certificates.length };
    });
  },
});

/** Returns the function that adds the names of its course to one of these sessions. */
async function loadNames(scope: Scope, sessions: readonly CertifiedSession[]) {
  const courses = await findCourseNames(
    scope,
    sessions.map(({ courseId }) => courseId),
  );
  return (session: CertifiedSession): NamedCertificate => {
    const { title, slug } = requireCourse(courses.get(session.courseId) ?? null, session.courseId);
    return { ...session, title, slug };
  };
}

function toPreview({ session, course: { title, slug } }: SessionToCertify) {
  const { score, completedAt } = session;
  return {
    sessionId: session._id,
    ...toLearnerReply(session),
    title,
    slug,
    ...(score !== undefined && { score }),
    ...(completedAt && { completedAt: completedAt.toISOString() }),
    previousStatus: "completed",
    status: "certified",
  };
}

function toBatchPreview({ candidates, refused }: CertificateBatchPlan) {
  const certifiable = candidates.length - refused.length;
  return { total: candidates.length, certifiable, sessions: candidates.map(toCandidate) };
}

function toCandidate({ sessionId, found, refusal }: CertificateCandidate) {
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

function toItem(session: NamedCertificate) {
  const { _id: sessionId, title, slug, completedAt } = session;
  return {
    sessionId,
    ...toLearnerReply(session),
    title,
    slug,
    certificate: toCertificate(session),
    ...(completedAt && { completedAt: completedAt.toISOString() }),
  };
}

/** The certificate of a certified session as REST callers see it. */
function toReply(session: NamedCertificate) {
  const { _id: sessionId, courseId, userId, title, slug, completedAt } = session;
  const { certificateId, ...certificate } = requireCertificate(session);
  return {
    _id: certificateId,
    sessionId,
    courseId,
    userId,
    ...toLearnerReply(session),
    title,
    slug,
    ...(completedAt && { completedAt: completedAt.toISOString() }),
    ...certificate,
  };
}
