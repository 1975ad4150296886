import { newId, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import type { AttemptPlan, ExamAttempt } from "./exams.types.js";
import type { Session } from "./sessions.types.js";

// Enforces that two attempts of a session never get the same number.
export const examAttemptIndexes = [{ key: { sessionId: 1, n: 1 }, unique: true }] as const;

const attempts = (scope: Scope) => scope.collection<ExamAttempt>("examAttempts");

/** The last attempts of a session, the oldest of them first. */
export async function findLastAttempts(scope: Scope, sessionId: string): Promise<ExamAttempt[]> {
  const found = await attempts(scope).find({ sessionId }, { sort: { n: -1 }, limit: shownAttemptsMax });
  return found.toReversed();
}

const shownAttemptsMax = 100;

export async function insertAttempt(scope: WriteScope, session: Session, plan: AttemptPlan): Promise<void> {
  const { _id: sessionId, courseId } = session;
  const { n, score, passed } = plan;
  await attempts(scope).append({ _id: newId("exa"), sessionId, courseId, n, score, passed, at: scope.now });
}
