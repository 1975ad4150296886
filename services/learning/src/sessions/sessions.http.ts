import { type Database, isDuplicateKeyError, type WriteScope } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import * as routes from "@tenant-ops/rest/learning";
import type { FastifyInstance } from "fastify";
import { enrollLearner } from "./sessions.changes.js";
import { readSessions } from "./sessions.reads.js";
import { toSessionJson } from "./sessions.replies.js";
import { requireSession } from "./sessions.rules.js";
import { findSession } from "./sessions.store.js";
import type { Learner } from "./sessions.types.js";

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
    const enrollOnce = () => db.transaction(call, (scope) => enroll(scope, id, body));
    // When two requests enroll the same learner at once, the second one runs again and finds the session of the first.
    const { session, isNew } = await enrollOnce().catch((error: unknown) => {
      if (isDuplicateKeyError(error, "userId")) return enrollOnce();
      throw error;
    });
    void reply.status(isNew ? 201 : 200);
    return session;
  });
}

const toItem = (item: ReturnType<typeof toSessionJson>) => item;

async function enroll(scope: WriteScope, courseId: string, learner: Learner) {
  const { session, course, isNew } = await enrollLearner(scope, courseId, learner);
  return { session: toSessionJson(session, course), isNew };
}
