import type { Scope } from "@tenant-ops/kit/data";
import type { FoundHistory, HistoryGroup, HistoryKind, HistorySearch } from "@tenant-ops/kit/retention";
import { insertEndedSessions } from "./ended-sessions.store.js";
import { findAttempts } from "../courses/exams.store.js";
import type { ExamAttempt } from "../courses/exams.rules.js";
import { countPresentAttempts, hasEnded, takeSessions, toSessionGroup } from "./session-history.rules.js";
import { attemptsMax, findLargeSession, recordDeletedAttempts } from "./session-parts.js";
import { findEndedBefore } from "./sessions.store.js";
import type { Session } from "./sessions.rules.js";

/** A session has up to 200 completed modules. */
const sessionsPerRead = 100;

const isAttempt = ([{ collection }]: HistoryGroup): boolean => collection === "examAttempts";

/**
 * A session is deleted together with its attempts. An `EndedSession` remains, so that a learner who enrolls again cannot start the course again.
 * Of a session with more attempts than one transaction may delete, the oldest attempts are deleted first, in parts.
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
    // Whether an attempt may be deleted before its session depends on the session, which `recordDeletedAttempts` reads.
    return isAttempt(group) || hasEnded(record as unknown as Session, taken, before);
  },
  async onRemove(scope, groups, before) {
    const whole = groups.filter((group) => !isAttempt(group));
    await insertEndedSessions(
      scope,
      whole.map(([{ record }]) => record as unknown as Session),
    );
    return [...whole, ...(await recordDeletedAttempts(scope, groups.filter(isAttempt), before))];
  },
};

async function findOldSessions(scope: Scope, { before, after: given, limit }: HistorySearch): Promise<FoundHistory> {
  const [time = "", _id = ""] = given.split("|");
  const after = given === "" ? undefined : { startedAt: new Date(time), _id };
  const readMax = Math.min(limit, sessionsPerRead);
  const read = await findEndedBefore(scope, { before, after, limit: readMax });
  const [first, ...others] = takeSessions(read, attemptsMax);
  if (!first) return { groups: [], next: undefined };
  const findNext = (last: Session) =>
    last._id !== read.at(-1)?._id || read.length === readMax ? toPosition(last) : undefined;
  const sessions = [first, ...others];
  const ids = sessions.map((session) => session._id);
  const isLarge = countPresentAttempts(first) > attemptsMax;
  // Undefined when there are more attempts than the sessions have counted: then each session is handled on its own.
  const attempts = isLarge ? undefined : await findAttempts(scope, ids, attemptsMax);
  if (!attempts) {
    const { groups, part } = await findLargeSession(scope, first, before);
    return part
      ? { groups, next: given, part: { ...part, beyond: toPosition(first) } }
      : { groups, next: findNext(first) };
  }
  const groups = sessions.flatMap((session): HistoryGroup[] => {
    const taken = attempts.get(session._id) ?? [];
    return hasEnded(session, taken, before) ? [toSessionGroup(session, taken)] : [];
  });
  return { groups, next: findNext(others.at(-1) ?? first) };
}

const toPosition = ({ startedAt, _id }: Session): string => `${startedAt.toISOString()}|${_id}`;
