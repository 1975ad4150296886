/**
 * A lane is the ordered queue of one endpoint: it says when a worker has something to do for that endpoint, and which worker
 * holds it. One worker at a time holds a lane. Lanes hold ids and times and no data of a business, because workers look for
 * the next due lane across all businesses; everything else is read through the scope of the lane's business.
 */
export interface ClaimedLane {
  endpointId: string;
  businessId: string;
  /** Changes with every claim. A worker with an older token does not hold the lane any more. */
  token: string;
  leaseUntil: Date;
  /** Incremented by every schedule. A release compares it, so that a schedule since the claim is not missed. */
  seq: number;
  rate: RateState;
  /** A recovery is pending. */
  hasRecovery: boolean;
}

/** How fast an endpoint is served. Stored in its lane from one worker to the next. */
export interface RateState {
  concurrency: number;
  failuresInRow: number;
  backoffMs: number;
  /** No attempt starts before this time: a backoff runs, or the rate limit is used up. */
  notBefore?: Date;
  /** The remaining tokens of the rate limit, as of `tokensAt`. */
  tokens?: number;
  tokensAt?: Date;
}

export interface RateLimits {
  maxConcurrency?: number | undefined;
  ratePerSecond?: number | undefined;
}

/** Makes a lane due at a time. */
export interface Schedule {
  endpointId: string;
  businessId: string;
  dueAt: Date;
  change?: LaneChange;
}

/** What a schedule changes in the lane beside its time. */
export interface LaneChange {
  /** The endpoint was enabled. */
  resume?: true;
  /** A recovery was requested. */
  recovery?: true;
  /** Ends a running backoff, because the owner of the endpoint changed something. */
  resetRate?: true;
}

/**
 * The result of releasing a lane. "rescheduled": it was scheduled since the claim, so the worker still holds the lane and must read its queue again.
 * "lost": another worker holds it.
 */
export type ReleaseResult =
  | { outcome: "released" | "lost" }
  | { outcome: "rescheduled"; seq: number; hasRecovery: boolean };

export type LaneStatus = "idle" | "waiting" | "due" | "leased" | "paused";

export interface LaneStats {
  states: Record<LaneStatus, number>;
  pending: number;
  oldestDueMs: number;
}
