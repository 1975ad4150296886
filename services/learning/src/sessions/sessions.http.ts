import type { Database } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import * as routes from "@tenant-ops/rest/learning";
import type { FastifyInstance } from "fastify";
import { enrollLearner, transactEnrollment } from "../enrollments/enrollments.changes.js";
import { readSessions } from "./sessions.reads.js";
import { toSessionJson } from "./sessions.replies.js";
import { requireSession } from "./sessions.rules.js";
import { findSession } from "./sessions.store.js";

/** REST routes of the sessions: one learner in one course. */
export function sessionHttp(app: FastifyInstance, db: Database): void {
  bindRoute(app, routes.listSessions, async ({ call, query }) =>
    toRestList(await readSessions(db.scope(call), call, query, toSessionJson), toItem),
  );

  bindRoute(app, routes.listCourseSessions, async ({ call, params: { id }, query }) =>
    toRestList(await readSessions(db.scope(call), call, { ...query, courseId: id }, toSessionJson), toItem),
  );

  bindRoute(app, routes.getSession, async ({ call, params: { id } }) => {
    const { session, course } = requireSession(await findSession(db.scope(call), id), id);
    return toSessionJson(session, course);
  });

  bindRoute(app, routes.enrollStudent, async ({ call, params: { id }, body, reply }) => {
    const { session, outcome } = await transactEnrollment(db, call, async (scope) => {
      const enrolled = await enrollLearner(scope, id, body);
      return { session: toSessionJson(enrolled.session, enrolled.course), outcome: enrolled.outcome };
    });
    void reply.status(outcome === "new" ? 201 : 200);
    return session;
  });
}

const toItem = (item: ReturnType<typeof toSessionJson>) => item;
