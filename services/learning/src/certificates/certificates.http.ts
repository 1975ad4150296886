import { type Database, parseDateRange, type Scope } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import * as routes from "@tenant-ops/rest/learning";
import type { FastifyInstance } from "fastify";
import { issueCertificate, issueCertificates } from "./certificates.changes.js";
import { requireCertificate, requireCertifiedSession } from "./certificates.rules.js";
import { requireCourse } from "../courses/courses.rules.js";
import { findCourse, findCourseNames } from "../courses/courses.store.js";
import type { Course } from "../courses/courses.types.js";
import { requireSession, toLearnerReply } from "../sessions/sessions.rules.js";
import { findCertifiedSession, findSession, listCertifiedSessions } from "../sessions/sessions.store.js";
import type { Session } from "../sessions/sessions.types.js";

/** REST routes of the certificates. */
export function certificateHttp(app: FastifyInstance, db: Database): void {
  bindRoute(app, routes.listCertificates, async ({ call, query }) => {
    const { courseId, userId, dateFrom, dateTo } = query;
    const scope = db.scope(call);
    if (courseId !== undefined) requireCourse(await findCourse(scope, courseId), courseId);
    const issuedAt = parseDateRange(dateFrom, dateTo, call.timeZone);
    const page = await listCertifiedSessions(scope, { courseId, userId, issuedAt }, query);
    const toReply = await createReplies(scope, page.items);
    return toRestList(page, toReply);
  });

  bindRoute(app, routes.getCertificate, async ({ call, params: { id } }) => {
    const scope = db.scope(call);
    const session = requireCertifiedSession(await findCertifiedSession(scope, id), id);
    const toReply = await createReplies(scope, [session]);
    return toReply(session);
  });

  bindRoute(app, routes.issueCertificate, ({ call, params: { id } }) =>
    db.transaction(call, async (scope) => {
      const { session, course } = await issueCertificate(scope, requireSession(await findSession(scope, id), id));
      return toCertificateJson(session, course);
    }),
  );

  bindRoute(app, routes.issueCertificates, ({ call, body: { sessionIds } }) =>
    db.transaction(call, async (scope) => {
      const issued = await issueCertificates(scope, sessionIds);
      return {
        certificates: issued.map(({ session, course }) => toCertificateJson(session, course)),
        count: issued.length,
      };
    }),
  );
}

/** Loads the names of the courses of these sessions. Returns a function that shows the certificate of one of them. */
async function createReplies(scope: Scope, sessions: readonly Session[]) {
  const courses = await findCourseNames(
    scope,
    sessions.map(({ courseId }) => courseId),
  );
  return (session: Session) =>
    toCertificateJson(session, requireCourse(courses.get(session.courseId) ?? null, session.courseId));
}

/** The certificate of a certified session as REST callers see it. */
function toCertificateJson(session: Session, { title, slug }: Pick<Course, "title" | "slug">) {
  const { _id: sessionId, courseId, userId, completedAt } = session;
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
