import type { Database } from "@tenant-ops/kit/data";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import * as routes from "@tenant-ops/rest/learning";
import type { FastifyInstance } from "fastify";
import { listAttempts } from "../courses/exams.store.js";
import type { ExamAttempt } from "../courses/exams.types.js";
import { requireSession } from "./sessions.rules.js";
import { findSession } from "./sessions.store.js";

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
