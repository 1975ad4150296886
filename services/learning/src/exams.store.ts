import { newId, type Scope, type WriteScope } from "@tenant-ops/kit/data";
import type { AttemptPlan } from "./exams.rules.js";
import type { Session } from "./sessions.store.js";

/** An exam that was handed in. Never changed: the session keeps only the best score. */
export interface ExamAttempt {
  _id: string;
  sessionId: string;
  courseId: string;
  /** 1 for the first. */
  n: number;
  score: number;
  passed: boolean;
  at: Date;
}

// Two attempts handed in at the same moment cannot both be the second.
export const examAttemptIndexes = [{ key: { sessionId: 1, n: 1 }, unique: true }] as const;

const attempts = (scope: Scope) => scope.collection<ExamAttempt>("examAttempts");

export function findAttempts(scope: Scope, sessionId: string): Promise<ExamAttempt[]> {
  return attempts(scope).find({ sessionId: { $eq: sessionId } }, { sort: { n: 1 } });
}

export async function recordAttempt(scope: WriteScope, session: Session, plan: AttemptPlan): Promise<void> {
  const { _id: sessionId, courseId } = session;
  const { n, score, passed } = plan;
  await attempts(scope).append({ _id: newId("exa"), sessionId, courseId, n, score, passed, at: scope.now });
}
