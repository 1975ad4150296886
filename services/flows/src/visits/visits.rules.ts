import { createHmac } from "node:crypto";
import type { CountChange } from "@tenant-ops/kit/data";
import type { Counters, Flow } from "../flows/flows.types.js";
import type { Source } from "./sources.rules.js";
import type { CounterIncrements, PageVisit, StopPlace, Visitor, VisitPlan } from "./visits.types.js";

export const noCounters: Counters = { total: 0, unique: 0, completed: 0 };

export function readCounters(flow: Pick<Flow, "totalVisitCount" | "uniqueVisitCount" | "completedCount">): Counters {
  return { total: flow.totalVisitCount, unique: flow.uniqueVisitCount, completed: flow.completedCount };
}

function addCounters(one: Counters, other: Counters): Counters {
  return {
    total: one.total + other.total,
    unique: one.unique + other.unique,
    completed: one.completed + other.completed,
  };
}

export function negateCounters({ total, unique, completed }: Counters): Counters {
  return { total: -total, unique: -unique, completed: -completed };
}

/** Sums per key. */
export function sumByKey(entries: Iterable<readonly [key: string, counters: Counters]>): Map<string, Counters> {
  const sums = new Map<string, Counters>();
  for (const [key, counters] of entries) sums.set(key, addCounters(sums.get(key) ?? noCounters, counters));
  return sums;
}

/** Id of one address with one browser on one day. After the secret of the day is deleted it cannot be computed again. */
export function computeVisitorId(
  secret: string,
  { businessId, slug, address, userAgent }: { businessId: string; slug: string; address: string; userAgent: string },
): string {
  return createHmac("sha256", Buffer.from(secret, "base64url"))
    .update(JSON.stringify([businessId, slug, address, userAgent]))
    .digest("base64url");
}

/**
 * A form without a counted visit (the page was opened before midnight, or from another address) counts as a visit too. Every completion then belongs
 * to a unique visit and every unique visit to a visit, so completed ≤ unique ≤ total.
 */
export function toIncrements(before: Visitor | undefined, visit: PageVisit): CounterIncrements {
  if (!visit.visitor) return noCounters;
  const isNew = before ? 0 : 1;
  const isOpening = !visit.registration && !visit.completion && !visit.refusedAt && !visit.isProven;
  const completed = isCompletion(visit) && before?.place !== "registered" ? 1 : 0;
  return { total: isOpening ? 1 : isNew, unique: isNew, completed };
}

/** The visitor after a visit; undefined for a bot. */
export function planVisitor(before: Visitor | undefined, visit: PageVisit, now: Date): Visitor | undefined {
  const { visitor, flowId } = visit;
  if (!visitor) return undefined;
  const { id: _id, expiresAt } = visitor;
  const place = moveTo(before?.place, visit);
  if (!before) return { _id, flowId, place, countedAt: now, expiresAt };
  // The visitor of a pending registration is kept until it can be completed.
  const isKept = visit.registration?.state === "pending" && expiresAt > before.expiresAt;
  return { ...before, place, ...(isKept && { expiresAt }) };
}

/** A visitor never goes back, except from one refused question to another. */
function moveTo(before: StopPlace = "opened", visit: PageVisit): StopPlace {
  if (before === "registered" || isCompletion(visit)) return "registered";
  if (before === "unfinished" || visit.registration) return "unfinished";
  const [refused] = visit.refusedAt ?? [];
  if (refused) return refused;
  return before === "opened" && visit.isProven ? "proved" : before;
}

/** Where a form has something wrong, in the order of the page. */
export function listRefusedPlaces(
  problems: ReadonlyMap<string, unknown>,
  notAccepted: ReadonlySet<unknown>,
): StopPlace[] {
  return [
    ...[...problems.keys()].map((value) => `q_${value}` as const),
    ...(notAccepted.size > 0 ? ["documents" as const] : []),
  ];
}

/** Whether a visit completes a registration, by its form or by a later step. */
function isCompletion({ registration, completion }: PageVisit): boolean {
  return registration?.state === "completed" || completion !== undefined;
}

/**
 * What a visit adds to the counters of its flow. Each visitor is counted at one place, on the day on which they were counted as a visitor: the places
 * of a day add up to its visitors.
 */
export function listFlowCounts({ visit, increments, before, after }: VisitPlan, now: Date): CountChange[] {
  if (!after) return [];
  const { flowId: subject, source, refusedAt = [] } = visit;
  const moved = new Map<string, number>();
  if (before) moved.set(stopName(before.place), -1);
  moved.set(stopName(after.place), (moved.get(stopName(after.place)) ?? 0) + 1);
  const { total, unique, completed } = increments;
  return [
    { subject, at: after.countedAt, counts: Object.fromEntries(moved) },
    {
      subject,
      at: now,
      counts: {
        visits: total,
        uniqueVisits: unique,
        registrations: completed,
        ...(!before && source && { [sourceName(source)]: 1 }),
        ...(refusedAt.length > 0 && { refusedTries: 1 }),
        ...Object.fromEntries(refusedAt.map((place) => [refusalName(place), 1])),
      },
    },
  ];
}

// Names of the counters of a flow.
export const stopName = (place: StopPlace): string => `stop_${place}`;
export const refusalName = (place: StopPlace): string => `refused_${place}`;
export const sourceName = (source: Source): string => `from_${source}`;

/** The increments per flow id, without flows whose counters do not change. */
export function sumIncrementsByFlow(plans: readonly VisitPlan[]): Map<string, CounterIncrements> {
  const sums = sumByKey(plans.map(({ visit, increments }) => [visit.flowId, increments] as const));
  return new Map([...sums].filter(([, { total, unique, completed }]) => total + unique + completed > 0));
}

export function selectNewVisitors(plans: readonly VisitPlan[]): Visitor[] {
  return plans.flatMap(({ before, after }) => (after && !before ? [after] : []));
}

/** Visitors that are stored already, or by an earlier visit of the same batch, as they are at its end. */
export function selectChangedVisitors(plans: readonly VisitPlan[]): Visitor[] {
  const changed = plans.flatMap(({ before, after }) =>
    before && after && (before.place !== after.place || before.expiresAt !== after.expiresAt) ? [after] : [],
  );
  return [...new Map(changed.map((visitor) => [visitor._id, visitor])).values()];
}
