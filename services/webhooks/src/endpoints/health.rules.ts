import type { EndpointStats } from "./endpoints.rules.js";

/** Attempts of one worker that are not yet in the endpoint's stats. */
export interface AttemptCounts {
  lastFailureAt?: Date;
  lastSuccessAt?: Date;
  /** Failures after the last of these successes. */
  failuresSinceSuccess: number;
}

const dayMs = 24 * 3600 * 1000;
const warnAfterMs = dayMs;
const warnFailures = 10;
const disableAfterMs = 5 * dayMs;
const disableFailures = 20;

/** An endpoint is disabled only after a warning, and at the earliest one day after it. */
export function decideHealthAction(stats: EndpointStats, now: Date): "none" | "warn" | "disable" {
  const { failures, failingSince, warnedAt } = stats;
  if (!failingSince || failures < warnFailures) return "none";
  const failingMs = now.getTime() - failingSince.getTime();
  if (failingMs < warnAfterMs) return "none";
  if (!warnedAt) return "warn";
  const wasWarnedDayAgo = now.getTime() - warnedAt.getTime() >= dayMs;
  return failures >= disableFailures && failingMs >= disableAfterMs && wasWarnedDayAgo ? "disable" : "none";
}

export const noAttempts: AttemptCounts = { failuresSinceSuccess: 0 };

export function countAttempt(counts: AttemptCounts, isSuccess: boolean, at: Date): AttemptCounts {
  if (isSuccess) return { ...counts, lastSuccessAt: at, failuresSinceSuccess: 0 };
  return { ...counts, lastFailureAt: at, failuresSinceSuccess: counts.failuresSinceSuccess + 1 };
}
