import { createHmac } from "node:crypto";
import type { Counters, Flow } from "../flows/flows.types.js";
import type { CountedVisitor } from "../registrations/registrations.types.js";
import type { CounterIncrements, PageVisit, Visitor, VisitorState, VisitPlan } from "./visits.types.js";

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
 * A registration without a counted visit (the page was opened before midnight, or from another address) counts as a visit
 * too. Every completion then belongs to a unique visit and every unique visit to a visit, so completed ≤ unique ≤ total.
 */
export function toIncrements(before: VisitorState, visit: PageVisit): CounterIncrements {
  if (!visit.visitor) return { total: 0, unique: 0, completed: 0 };
  const isNew = before === "unknown" ? 1 : 0;
  const isOpening = !visit.registration && !visit.completion;
  const completed = isCompletion(visit) && before !== "completed" ? 1 : 0;
  return { total: isOpening ? 1 : isNew, unique: isNew, completed };
}

export function stateAfter(before: VisitorState, visit: PageVisit): VisitorState {
  return isCompletion(visit) || before === "completed" ? "completed" : "visited";
}

/** Whether a visit completes a registration, by its form or by a later step. */
function isCompletion({ registration, completion }: PageVisit): boolean {
  return registration?.state === "completed" || completion !== undefined;
}

/** The increments per flow id, without flows whose counters do not change. */
export function sumIncrementsByFlow(plans: readonly VisitPlan[]): Map<string, CounterIncrements> {
  const sums = sumByKey(plans.map(({ visit, increments }) => [visit.flowId, increments] as const));
  return new Map([...sums].filter(([, { total, unique, completed }]) => total + unique + completed > 0));
}

export function selectNewVisitors(plans: readonly VisitPlan[]): Visitor[] {
  return plans.flatMap(({ visit: { flowId, visitor }, stateBefore, increments }) =>
    visitor && stateBefore === "unknown"
      ? [{ _id: visitor.id, flowId, hasCompleted: increments.completed > 0, expiresAt: visitor.expiresAt }]
      : [],
  );
}

/** Visitors that are stored already and whose registration is pending: they are kept until it can be completed. */
export function selectPendingVisitors(plans: readonly VisitPlan[]): CountedVisitor[] {
  return plans.flatMap(({ visit: { visitor }, registration, stateBefore }) =>
    visitor && registration?.state === "pending" && stateBefore !== "unknown" ? [visitor] : [],
  );
}

/** Ids of visitors that are stored already and whose registration is completed now. */
export function selectCompletedVisitors(plans: readonly VisitPlan[]): string[] {
  return plans.flatMap(({ visit: { visitor }, stateBefore, increments }) =>
    visitor && stateBefore === "visited" && increments.completed > 0 ? [visitor.id] : [],
  );
}
