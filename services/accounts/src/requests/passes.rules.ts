import type { RecordCount } from "./record-counts.rules.js";

/** The answer of one process to one call of a pass. */
export interface PassPart {
  /** The process has gone through everything that it has. */
  isComplete: boolean;
  changedInPass: number;
  /** In all passes so far. */
  changed: RecordCount[];
}

/** A pass through all processes, after each of them has answered a part of it. */
interface AnsweredPass {
  startedAt: Date;
  /** When everything that began before the request has ended: the last pass begins later. */
  settledAt: Date;
  parts: readonly Pick<PassPart, "isComplete" | "changedInPass">[];
  /** Of an erasure: whether this pass has found further names, for which all processes must search. */
  hasNewNames?: boolean;
}

export type PassOutcome =
  /** The pass goes on with its next part. */
  | { is: "unfinished" }
  /** It was the last one. */
  | { is: "last" }
  /** Another pass follows. */
  | { is: "repeated"; startsAt: Date };

/** A request is complete when a pass that began after `settledAt` has found nothing. */
export function judgePass({ startedAt, settledAt, parts, hasNewNames = false }: AnsweredPass, now: Date): PassOutcome {
  if (parts.some(({ isComplete }) => !isComplete)) return { is: "unfinished" };
  const isClean = !hasNewNames && parts.every(({ changedInPass }) => changedInPass === 0);
  if (isClean && startedAt >= settledAt) return { is: "last" };
  return { is: "repeated", startsAt: isClean && settledAt > now ? settledAt : now };
}
