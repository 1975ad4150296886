import type { Call } from "@tenant-ops/kit/call";
import type { Database, WriteScope } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import * as routes from "@tenant-ops/rest/learning";
import { finishSession, reportProgress, submitExam } from "@tenant-ops/rest/learning";
import type { FastifyInstance } from "fastify";
import { type ExamAttempt, planAttempt } from "../courses/exams.rules.js";
import { insertAttempt, listAttempts } from "../courses/exams.store.js";
import { moveSession } from "./sessions.changes.js";
import { toSessionJson } from "./sessions.replies.js";
import { requireModule, requireSession, statusAfterFinish, statusAfterProgress } from "./sessions.rules.js";
import { addCompletedModule, findSession } from "./sessions.store.js";
import type { Session, SessionWithCourse } from "./sessions.types.js";

/** REST routes with which the tenant's back end reports what learners do. */
export function sessionStepHttp(app: FastifyInstance, db: Database): void {
  bindRoute(app, reportProgress, ({ call, params, body: { moduleId } }) =>
    runStep(db, call, params.id, (scope, found) => completeModule(scope, found, moduleId)),
  );

  bindRoute(app, finishSession, ({ call, params }) => runStep(db, call, params.id, finish));

  bindRoute(app, submitExam, ({ call, params, body: { score } }) =>
    runStep(db, call, params.id, (scope, found) => handInExam(scope, found, score)),
  );
}

/** A step of a learner in a session. Returns the session afterwards. */
type SessionStep = (scope: WriteScope, found: SessionWithCourse) => Promise<Session>;

function runStep(db: Database, call: Call, sessionId: string, step: SessionStep) {
  return db.transaction(call, async (scope) => {
    const found = requireSession(await findSession(scope, sessionId), sessionId);
    return toSessionJson(await step(scope, found), found.course);
  });
}

async function completeModule(scope: WriteScope, { session, course }: SessionWithCourse, id: string) {
  const { id: moduleId } = requireModule(course, id);
  const isNew = !session.completedModules.includes(moduleId);
  const updated = isNew ? await addCompletedModule(scope, session._id, moduleId) : session;
  const current = requireSession(updated, session._id);
  const next = statusAfterProgress(current, course);
  return next ? moveSession(scope, current, next) : current;
}

async function finish(scope: WriteScope, { session, course }: SessionWithCourse) {
  return moveSession(scope, session, statusAfterFinish(session, course));
}

async function handInExam(scope: WriteScope, { session, course }: SessionWithCourse, score: number) {
  const plan = planAttempt(session, course, score);
  await insertAttempt(scope, session, plan);
  const result = { score: plan.bestScore, attempts: plan.n };
  let moved = session;
  for (const status of plan.steps) moved = await moveSession(scope, moved, status, status === "exam" ? {} : result);
  return moved;
}

/** The REST route of the exam attempts of a session. */
export function attemptHttp(app: FastifyInstance, db: Database): void {
  bindRoute(app, routes.listAttempts, async ({ call, params: { id }, query }) => {
    const scope = db.scope(call);
    requireSession(await findSession(scope, id), id);
    return toRestList(await listAttempts(scope, id, query), toReply);
  });
}

function toReply({ _id, sessionId, courseId, n: number, score, passed, at }: ExamAttempt) {
  return { _id, sessionId, courseId, number, score, passed, submittedAt: at.toISOString() };
}
