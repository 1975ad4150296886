import { findPage, newId, type Page, type PageRequest, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import type { AttemptPlan, ExamAttempt } from "./exams.rules.js";
import type { Session } from "../sessions/sessions.rules.js";

// Enforces that two attempts of a session never get the same number.
export const examAttemptIndexes = [{ key: { sessionId: 1, n: 1 }, unique: true }] as const;

const attempts = (scope: Scope) => scope.collection<ExamAttempt>("examAttempts");

/** The attempts of a session, the latest first. */
export function listAttempts(scope: Scope, sessionId: string, page: PageRequest): Promise<Page<ExamAttempt>> {
  return findPage<ExamAttempt>(scope, "examAttempts", { sessionId }, page, [["n", -1]]);
}

/**
 * The attempts of several sessions, by the session and in their order.
 * @returns undefined when there are more than `max`
 */
export async function findAttempts(
  scope: Scope,
  sessionIds: readonly string[],
  max: number,
): Promise<Map<string, ExamAttempt[]> | undefined> {
  const filter = { sessionId: { $in: [...sessionIds] } };
  const found = await attempts(scope).find(filter, { limit: max + 1, sort: { sessionId: 1, n: 1 } });
  if (found.length > max) return undefined;
  const bySession = new Map<string, ExamAttempt[]>();
  for (const attempt of found) {
    const ofSession = bySession.get(attempt.sessionId);
    // Copying the list for each attempt would take quadratic time.
    if (ofSession) ofSession.push(attempt);
    else bySession.set(attempt.sessionId, [attempt]);
  }
  return bySession;
}

export function findOldestAttempts(scope: Scope, sessionId: string, limit: number): Promise<ExamAttempt[]> {
  return attempts(scope).find({ sessionId }, { limit, sort: { n: 1 } });
}

export function findLastAttempt(scope: Scope, sessionId: string): Promise<ExamAttempt | null> {
  return attempts(scope).findOne({ sessionId }, { sort: { n: -1 } });
}

export async function insertAttempt(scope: WriteScope, session: Session, plan: AttemptPlan): Promise<void> {
  const { _id: sessionId, courseId } = session;
  const { n, score, passed } = plan;
  await attempts(scope).append({ _id: newId("exa"), sessionId, courseId, n, score, passed, at: scope.now });
}
