import { type Database, isDuplicateKeyError, type WriteScope } from "@tenant-ops/kit/data";
import { parseInput, requireCall, setReplayedHeader } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { requireCourse, requirePublished } from "./courses.rules.js";
import { findCourse } from "./courses.store.js";
import { planAttempt } from "./exams.rules.js";
import { findLastAttempts, insertAttempt } from "./exams.store.js";
import { moveSession, startSession } from "./sessions.changes.js";
import { toSessionJson } from "./sessions.replies.js";
import { requireModule, requireSession, statusAfterFinish, statusAfterProgress } from "./sessions.rules.js";
import { addCompletedModule, findSession, findSessionOfLearner } from "./sessions.store.js";
import type { Learner, Session, SessionWithCourse } from "./sessions.types.js";

const params = z.object({ id: z.string() });
const learnerBody = z.strictObject({
  user_id: z.string().trim().min(1).max(200),
  fullName: z.string().trim().min(1).max(200),
  email: z.email().max(254),
});
const progressBody = z.strictObject({ moduleId: z.string().min(1).max(100) });
const examBody = z.strictObject({ score: z.number().min(0).max(100) });
const emptyBody = z.strictObject({});

/** REST routes with which the tenant's back end reports what learners do. */
export function sessionHttp(app: FastifyInstance, db: Database): void {
  app.post("/v1/public/courses/:id/sessions", async (request, reply) => {
    const { id } = parseInput(params, request.params);
    const { user_id: userId, fullName, email } = parseInput(learnerBody, request.body);
    const call = requireCall(request);
    const enrollOnce = () => db.transaction(call, (scope) => enroll(scope, id, { userId, fullName, email }));
    // When two requests enroll the same learner at once, the second one runs again and finds the session of the first.
    const { session, isNew } = await enrollOnce().catch((error: unknown) => {
      if (isDuplicateKeyError(error, "userId")) return enrollOnce();
      throw error;
    });
    setReplayedHeader(reply, call);
    return reply.status(isNew ? 201 : 200).send(session);
  });

  app.get("/v1/public/sessions/:id", async (request) => {
    const { id } = parseInput(params, request.params);
    const scope = db.scope(requireCall(request));
    const { session, course } = requireSession(await findSession(scope, id), id);
    const attempts = await findLastAttempts(scope, id);
    const exams = attempts.map(({ n, score, passed, at }) => ({ n, score, passed, at: at.toISOString() }));
    return { ...toSessionJson(session, course), attempt_count: session.attempts, attempts: exams };
  });

  addStepRoute(app, db, "progress", completeModule);
  addStepRoute(app, db, "finish", finish);
  addStepRoute(app, db, "exam", handInExam);
}

/** What a learner does in a session. Returns the session as it is afterwards. */
type SessionStep = (scope: WriteScope, found: SessionWithCourse, body: unknown) => Promise<Session>;

function addStepRoute(app: FastifyInstance, db: Database, name: string, step: SessionStep): void {
  app.post(`/v1/public/sessions/:id/${name}`, async (request, reply) => {
    const { id } = parseInput(params, request.params);
    const call = requireCall(request);
    const answer = await db.transaction(call, async (scope) => {
      const found = requireSession(await findSession(scope, id), id);
      return toSessionJson(await step(scope, found, request.body), found.course);
    });
    setReplayedHeader(reply, call);
    return answer;
  });
}

/** A learner has one session per course: enrolling again returns it as it is. */
async function enroll(scope: WriteScope, courseId: string, learner: Learner) {
  const course = requireCourse(await findCourse(scope, courseId), courseId);
  requirePublished(course);
  const existing = await findSessionOfLearner(scope, courseId, learner.userId);
  const session = existing ?? (await startSession(scope, courseId, learner));
  return { session: toSessionJson(session, course), isNew: existing === null };
}

async function completeModule(scope: WriteScope, { session, course }: SessionWithCourse, body: unknown) {
  const { id: moduleId } = requireModule(course, parseInput(progressBody, body).moduleId);
  const isNew = !session.completedModules.includes(moduleId);
  const updated = isNew ? await addCompletedModule(scope, session._id, moduleId) : session;
  const current = requireSession(updated, session._id);
  const next = statusAfterProgress(current, course);
  return next ? moveSession(scope, current, next) : current;
}

async function finish(scope: WriteScope, { session, course }: SessionWithCourse, body: unknown) {
  parseInput(emptyBody, body);
  return moveSession(scope, session, statusAfterFinish(session, course));
}

async function handInExam(scope: WriteScope, { session, course }: SessionWithCourse, body: unknown) {
  const plan = planAttempt(session, course, parseInput(examBody, body).score);
  await insertAttempt(scope, session, plan);
  const result = { score: plan.bestScore, attempts: plan.n };
  let moved = session;
  for (const status of plan.steps) moved = await moveSession(scope, moved, status, status === "exam" ? {} : result);
  return moved;
}
