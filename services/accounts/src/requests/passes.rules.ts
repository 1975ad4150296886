/** A pass through all processes, after each of them has answered a part of it. */
interface AnsweredPass {
  startedAt: Date;
  /** When everything that began before the request has ended: the last pass begins later. */
  settledAt: Date;
  /** Whether the processes have gone through everything that they have. */
  isComplete: boolean;
  /** Whether this pass has found nothing. */
  isClean: boolean;
}

export type PassOutcome =
  /** The pass goes on with its next part. */
  | { is: "unfinished" }
  /** It was the last one. */
  | { is: "last" }
  /** Another pass follows. */
  | { is: "repeated"; startsAt: Date };

/** A request is complete when a pass that began after `settledAt` has found nothing. */
export function judgePass({ startedAt, settledAt, isComplete, isClean }: AnsweredPass, now: Date): PassOutcome {
  if (!isComplete) return { is: "unfinished" };
  if (isClean && startedAt >= settledAt) return { is: "last" };
  return { is: "repeated", startsAt: isClean && settledAt > now ? settledAt : now };
}
