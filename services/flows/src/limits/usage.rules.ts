import { dayMs } from "@tenant-ops/kit/data";
import type { LimitName } from "./limit-metrics.js";

/** How much something was used in a time window that began with the first use. */
export interface Usage {
  /** Hash of what is counted: it holds no phone and no address. */
  _id: string;
  count: number;
  lastAt: Date;
  /** The end of the window. */
  expiresAt: Date;
}

/** How much of something may be used in a window, and how much a request takes. */
export interface UsageLimit {
  /** Set for limits of a business: operators learn when little remains. */
  name?: LimitName;
  /** Hash of what is counted. */
  id: string;
  max: number;
  windowMs: number;
  /** 1 when absent. */
  amount?: number;
  /** The shortest time between two. */
  intervalMs?: number;
}

/** Seconds until it may be used again; 0 when it may be used now. */
export function secondsUntilAllowed(limit: UsageLimit, before: Usage | undefined, now: Date): number {
  const { max, windowMs, amount = 1, intervalMs = 0 } = limit;
  const known = before && before.expiresAt > now ? before : undefined;
  const windowEnd = known?.expiresAt.getTime() ?? now.getTime() + windowMs;
  const untilWindow = (known?.count ?? 0) + amount > max ? windowEnd : 0;
  const untilInterval = known ? known.lastAt.getTime() + intervalMs : 0;
  return Math.max(0, Math.ceil((Math.max(untilWindow, untilInterval) - now.getTime()) / 1000));
}

/** The record to store when it is used now. */
export function countUse(limit: UsageLimit, before: Usage | undefined, now: Date): Usage {
  const { id: _id, amount = 1, windowMs } = limit;
  if (before && before.expiresAt > now) return { ...before, count: before.count + amount, lastAt: now };
  return { _id, count: amount, lastAt: now, expiresAt: new Date(now.getTime() + windowMs) };
}

export interface PlannedUse {
  /** 0 when every limit allows it. */
  waitSeconds: number;
  /** The records to store. */
  used: Usage[];
  /** Limits of which little remains now. */
  nearlyUsed: LimitName[];
}

/** One use of each limit. @param known the records of these limits, by id */
export function planUse(known: ReadonlyMap<string, Usage>, limits: readonly UsageLimit[], now: Date): PlannedUse {
  const counted = limits.map((limit) => {
    const before = known.get(limit.id);
    const after = countUse(limit, before, now);
    const nearlyUsed = limit.name && isNearlyUsedUp(limit, before, after) ? [limit.name] : [];
    return { after, nearlyUsed, waitSeconds: secondsUntilAllowed(limit, before, now) };
  });
  return {
    waitSeconds: Math.max(0, ...counted.map(({ waitSeconds }) => waitSeconds)),
    used: counted.map(({ after }) => after),
    nearlyUsed: counted.flatMap(({ nearlyUsed }) => nearlyUsed),
  };
}

/** Whether a use is the one after which little remains. */
export function isNearlyUsedUp({ max }: UsageLimit, before: Usage | undefined, after: Usage): boolean {
  const wasCounted = before !== undefined && before.expiresAt.getTime() === after.expiresAt.getTime();
  const line = max * nearlyUsedUpShare;
  return after.count >= line && (wasCounted ? before.count : 0) < line;
}

const nearlyUsedUpShare = 0.8;

/** The limits of a business of which little remains. @param known the records of these limits, by id */
export function listNearlyUsed(
  limits: readonly UsageLimit[],
  known: ReadonlyMap<string, Usage>,
  now: Date,
): LimitName[] {
  return limits.flatMap(({ name, id, max }) => {
    const usage = known.get(id);
    return name && usage && usage.expiresAt > now && usage.count >= max * nearlyUsedUpShare ? [name] : [];
  });
}

/** How much of a limit a code has taken that is given back when the code is entered. */
export interface OpenUse {
  id: string;
  givesBack: number;
}

/** Less than nothing is never used: what was entered long ago allows no burst. */
export function giveBack(before: Usage, amount: number): Usage {
  return { ...before, count: Math.max(0, before.count - amount) };
}

/** The share of a business's codes that phones may get which it does not know. */
const strangersShare = 1 / 2;

/** The limits of codes that were asked for and not entered. */
export interface OpenCodeLimits {
  limits: UsageLimit[];
  /** What the code gives back when it is entered. */
  openUses: OpenUse[];
}

/**
 * Whoever does not enter codes can use up those of the own network, and those that a business sends to phones which it does not know, but not those
 * for the phones that it knows. A code that is entered gives back two in its network: however many visitors share one, it is limited only when few of
 * them enter their codes.
 */
export function planOpenCode(
  { network, strangers }: Record<"network" | "strangers", string>,
  { isKnown, perNetworkMax, perBusinessMax }: { isKnown: boolean; perNetworkMax: number; perBusinessMax: number },
): OpenCodeLimits {
  const limits = [{ id: network, max: perNetworkMax, windowMs: dayMs }];
  const openUses = [{ id: network, givesBack: 2 }];
  if (isKnown) return { limits, openUses };
  const max = Math.ceil(perBusinessMax * strangersShare);
  return {
    limits: [...limits, { name: "codes_of_strangers", id: strangers, max, windowMs: dayMs }],
    openUses: [...openUses, { id: strangers, givesBack: 1 }],
  };
}
