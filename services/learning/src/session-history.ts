import type { Scope } from "@tenant-ops/kit/data";
import type { FoundHistory, HistoryGroup, HistoryKind, HistorySearch } from "@tenant-ops/kit/retention";
import { insertEndedSessions } from "./ended-sessions.store.js";
import { findAttempts } from "./exams.store.js";
import type { ExamAttempt } from "./exams.types.js";
import { findEnd } from "./session-history.rules.js";
import { findEndedBefore } from "./sessions.store.js";
import type { Session } from "./sessions.types.js";

/** A session has up to 200 completed modules. */
const sessionsPerRead = 100;

/** A session leaves with its attempts. What is left of it keeps the learner from beginning the course anew. */
export const sessionHistory: HistoryKind = {
  name: "sessions",
  collections: ["sessions", "examAttempts"],
  timeField: "startedAt",
  find: findOldSessions,
  hasEnded([{ record }, ...attempts], before) {
    return hasEnded(
      record as unknown as Session,
      attempts.map((item) => item.record as unknown as ExamAttempt),
      before,
    );
  },
  async onRemove(scope, groups) {
    await insertEndedSessions(
      scope,
      groups.map(([{ record }]) => record as unknown as Session),
    );
    return groups;
  },
};

function hasEnded(session: Session, attempts: readonly ExamAttempt[], before: Date): boolean {
  const end = findEnd(session, attempts);
  return end !== undefined && end < before;
}

async function findOldSessions(scope: Scope, { before, after: given, limit }: HistorySearch): Promise<FoundHistory> {
  const [time = "", _id = ""] = given.split("|");
  const after = given === "" ? undefined : { startedAt: new Date(time), _id };
  const readMax = Math.min(limit, sessionsPerRead);
  const sessions = await findEndedBefore(scope, { before, after, limit: readMax });
  const attempts = await findAttempts(
    scope,
    sessions.map((session) => session._id),
  );
  const groups = sessions.flatMap((session): HistoryGroup[] => {
    const taken = attempts.get(session._id) ?? [];
    if (!hasEnded(session, taken, before)) return [];
    const ofAttempts = taken.map((record) => ({ collection: "examAttempts", record }));
    return [[{ collection: "sessions", record: session }, ...ofAttempts]];
  });
  const last = sessions.length === readMax ? sessions.at(-1) : undefined;
  return { groups, next: last && `${last.startedAt.toISOString()}|${last._id}` };
}
