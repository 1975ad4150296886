import { type Database, isDuplicateKeyError, type WriteScope } from "@tenant-ops/kit/data";
import { requireCall, setReplayedHeader, parseInput } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { certificateOf } from "./certificates.rules.js";
import { requireCourse, requirePublished } from "./courses.rules.js";
import { type Course, findCourse } from "./courses.store.js";
import { planAttempt } from "./exams.rules.js";
import { findAttempts, recordAttempt } from "./exams.store.js";
import {
  requireModule,
  requireSession,
  statusAfterFinish,
  statusAfterProgress,
  viewSession,
} from "./sessions.rules.js";
import {
  addModule,
  findSession,
  findSessionOf,
  type FoundSession,
  insertSession,
  type Learner,
  moveSession,
  type Session,
} from "./sessions.store.js";

const params = z.object({ id: z.string() });
const learnerBody = z.strictObject({
  user_id: z.string().trim().min(1).max(200),
  fullName: z.string().trim().min(1).max(200),
  email: z.email().max(254),
});
const progressBody = z.strictObject({ moduleId: z.string().min(1).max(100) });
const examBody = z.strictObject({ score: z.number().min(0).max(100) });
const nothing = z.strictObject({});

/** What learners do, told by the tenant's back end. */
export function sessionHttp(app: FastifyInstance, db: Database): void {
  app.post("/v1/public/courses/:id/sessions", async (request, reply) => {
    const { id } = parseInput(params, request.params);
    const { user_id: userId, fullName, email } = parseInput(learnerBody, request.body);
    const call = requireCall(request);
    const enrollment = () => db.transaction(call, (scope) => enroll(scope, id, { userId, fullName, email }));
    // Of two who enroll one learner at the same moment the second finds the session of the first.
    const { session, isNew } = await enrollment().catch((error: unknown) => {
      if (isDuplicateKeyError(error, "userId")) return enrollment();
      throw error;
    });
    setReplayedHeader(reply, call);
    return reply.status(isNew ? 201 : 200).send(session);
  });

  app.get("/v1/public/sessions/:id", async (request) => {
    const { id } = parseInput(params, request.params);
    const scope = db.scope(requireCall(request));
    const { session, course } = requireSession(await findSession(scope, id), id);
    const attempts = await findAttempts(scope, id);
    const exams = attempts.map(({ n, score, passed, at }) => ({ n, score, passed, at: at.toISOString() }));
    return { ...toJson(session, course), attempts: exams };
  });

  const step = (path: string, work: (scope: WriteScope, found: FoundSession, body: unknown) => Promise<Session>) =>
    app.post(`/v1/public/sessions/:id/${path}`, async (request, reply) => {
      const { id } = parseInput(params, request.params);
      const call = requireCall(request);
      const answer = await db.transaction(call, async (scope) => {
        const found = requireSession(await findSession(scope, id), id);
        return toJson(await work(scope, found, request.body), found.course);
      });
      setReplayedHeader(reply, call);
      return answer;
    });

  step("progress", async (scope, { session, course }, body) => {
    const { id: moduleId } = requireModule(course, parseInput(progressBody, body).moduleId);
    const isNew = !session.completedModules.includes(moduleId);
    const progressed = isNew ? requireSession(await addModule(scope, session._id, moduleId), session._id) : session;
    const next = statusAfterProgress(progressed, course);
    return next ? moveSession(scope, progressed, next) : progressed;
  });

  step("finish", async (scope, { session, course }, body) => {
    parseInput(nothing, body);
    return moveSession(scope, session, statusAfterFinish(session, course));
  });

  step("exam", async (scope, { session, course }, body) => {
    const plan = planAttempt(session, course, parseInput(examBody, body).score);
    await recordAttempt(scope, session, plan);
    const result = { score: plan.bestScore, attempts: plan.n };
    let moved = session;
    for (const status of plan.steps) moved = await moveSession(scope, moved, status, status === "exam" ? {} : result);
    return moved;
  });
}

/** A learner is in a course once: enrolling again answers the session as it stands. */
async function enroll(scope: WriteScope, courseId: string, learner: Learner) {
  const course = requireCourse(await findCourse(scope, courseId), courseId);
  requirePublished(course);
  const known = await findSessionOf(scope, courseId, learner.userId);
  const session = known ?? (await insertSession(scope, courseId, learner));
  return { session: toJson(session, course), isNew: known === null };
}

function toJson(session: Session, course: Course) {
  const { sessionId, courseId, ...view } = viewSession(session, course);
  const certificate = certificateOf(session);
  return {
    session_id: sessionId,
    course_id: courseId,
    user_id: session.userId,
    ...view,
    ...(certificate && { certificate }),
  };
}
