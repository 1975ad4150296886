import type { Scope } from "@tenant-ops/kit/data";
import type { FoundHistory, HistoryGroup, HistoryKind, HistorySearch } from "@tenant-ops/kit/retention";
import { insertEndedSessions } from "./ended-sessions.store.js";
import { findAttempts } from "./exams.store.js";
import type { ExamAttempt } from "./exams.types.js";
import { countPresentAttempts, hasEnded, takeSessions, toSessionGroup } from "./session-history.rules.js";
import { attemptsMax, findLargeSession, removeAttempts } from "./session-parts.js";
import { findEndedBefore } from "./sessions.store.js";
import type { Session } from "./sessions.types.js";

/** A session has up to 200 completed modules. */
const sessionsPerRead = 100;

const isAttempt = ([{ collection }]: HistoryGroup): boolean => collection === "examAttempts";

/**
 * A session leaves with its attempts. What is left of it keeps the learner from beginning the course anew. Of a session with more attempts than a
 * transaction may delete, the oldest leave before it in parts.
 */
export const sessionHistory: HistoryKind = {
  name: "sessions",
  collections: ["sessions", "examAttempts"],
  timeField: "startedAt",
  parts: { collection: "examAttempts", timeField: "at" },
  find: findOldSessions,
  hasEnded(group, before) {
    const [{ record }, ...attempts] = group;
    const taken = attempts.map((item) => item.record as unknown as ExamAttempt);
    // Whether an attempt may leave before its session is in that session, which `removeAttempts` reads.
    return isAttempt(group) || hasEnded(record as unknown as Session, taken, before);
  },
  async onRemove(scope, groups, before) {
    const whole = groups.filter((group) => !isAttempt(group));
    await insertEndedSessions(
      scope,
      whole.map(([{ record }]) => record as unknown as Session),
    );
    return [...whole, ...(await removeAttempts(scope, groups.filter(isAttempt), before))];
  },
};

async function findOldSessions(scope: Scope, { before, after: given, limit }: HistorySearch): Promise<FoundHistory> {
  const [time = "", _id = ""] = given.split("|");
  const after = given === "" ? undefined : { startedAt: new Date(time), _id };
  const readMax = Math.min(limit, sessionsPerRead);
  const read = await findEndedBefore(scope, { before, after, limit: readMax });
  const sessions = takeSessions(read, attemptsMax);
  const last = sessions.at(-1);
  const next = last && (sessions.length < read.length || read.length === readMax) ? toPosition(last) : undefined;
  if (last && countPresentAttempts(last) > attemptsMax) {
    const { groups, part } = await findLargeSession(scope, last, before);
    return part ? { groups, next: given, part: { ...part, beyond: toPosition(last) } } : { groups, next };
  }
  const attempts = await findAttempts(
    scope,
    sessions.map((session) => session._id),
  );
  const groups = sessions.flatMap((session): HistoryGroup[] => {
    const taken = attempts.get(session._id) ?? [];
    return hasEnded(session, taken, before) ? [toSessionGroup(session, taken)] : [];
  });
  return { groups, next };
}

const toPosition = ({ startedAt, _id }: Session): string => `${startedAt.toISOString()}|${_id}`;
