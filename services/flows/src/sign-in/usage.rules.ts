import type { Usage } from "./sign-ins.types.js";

/** How often something may be done. */
export interface UsageLimit {
  /** Hash of what is counted. */
  id: string;
  max: number;
  windowMs: number;
  /** The shortest time between two. */
  intervalMs?: number;
}

/** Seconds until it may be done again; 0 when it may be done now. */
export function secondsUntilAllowed(limit: UsageLimit, before: Usage | undefined, now: Date): number {
  if (!before || before.expiresAt <= now) return 0;
  const untilWindow = before.count >= limit.max ? before.expiresAt.getTime() : 0;
  const untilInterval = before.lastAt.getTime() + (limit.intervalMs ?? 0);
  return Math.max(0, Math.ceil((Math.max(untilWindow, untilInterval) - now.getTime()) / 1000));
}

/** The record to store when it is done now. */
export function countUse(limit: UsageLimit, before: Usage | undefined, now: Date): Usage {
  const isNew = !before || before.expiresAt <= now;
  return {
    _id: limit.id,
    count: isNew ? 1 : before.count + 1,
    lastAt: now,
    expiresAt: isNew ? new Date(now.getTime() + limit.windowMs) : before.expiresAt,
  };
}
