import type { Scope } from "@tenant-ops/kit/data";
import type { AttemptOutcome, Delivery } from "./deliveries.types.js";

/** How long a delivery is kept after its end. */
export const keptDays = 30;
const dayMs = 24 * 3600 * 1000;
const attemptsKept = 12;

const deliveries = (scope: Scope) => scope.collection<Delivery>("deliveries");

/**
 * Stores that attempts start.
 * @returns the deliveries to send. The others have a final status meanwhile, or another worker sends them.
 */
export async function markStarted(scope: Scope, batch: readonly Delivery[], token: string): Promise<Delivery[]> {
  const ids = batch.map(({ _id }) => _id);
  const changed = await deliveries(scope).updateMany(
    { _id: { $in: ids }, status: "pending" },
    { $inc: { starts: 1 }, $set: { startedBy: token } },
  );
  if (changed.matchedCount === batch.length) return [...batch];
  return deliveries(scope).find({ _id: { $in: ids }, status: "pending", startedBy: token });
}

/**
 * Stores outcomes that still count. A failure counts only for the worker that started the latest attempt; a success always
 * counts, because the receiver has the event. A final status never changes.
 * @returns how many counted
 */
export function recordOutcomes(scope: Scope, outcomes: readonly AttemptOutcome[]): Promise<number> {
  return deliveries(scope).updateEach(
    outcomes.map(({ delivery, token, attempt, decision: { status, dueAt } }) => {
      const fence = status === "delivered" ? {} : { attempt: delivery.attempt, startedBy: token };
      return {
        filter: { _id: delivery._id, status: "pending" as const, ...fence },
        update: {
          $set: {
            status,
            attempt: attempt.n,
            starts: 0,
            ...(dueAt && { dueAt }),
            ...(status !== "pending" && createFinalFields()),
          },
          $push: { attempts: { $each: [attempt], $slice: -attemptsKept } },
        },
      };
    }),
  );
}

/** Fails pending deliveries without an attempt. */
export async function failPending(
  scope: Scope,
  filter: { ids: readonly string[] } | { endpointId: string },
  reason: "endpoint_deleted" | "event_expired" | "interrupted",
): Promise<void> {
  const selected = "ids" in filter ? { _id: { $in: [...filter.ids] } } : { endpointId: filter.endpointId };
  await deliveries(scope).updateMany(
    { ...selected, status: "pending" },
    { $set: { status: "failed", reason, ...createFinalFields() } },
  );
}

/** Deliveries that have ended and are not counted yet, in any order. */
export async function findUncounted(scope: Scope, limit: number): Promise<EndedDelivery[]> {
  const projection = { _id: 1, status: 1, finishedAt: 1 };
  const found = await deliveries(scope).find({ uncounted: true }, { limit, projection });
  return found as EndedDelivery[];
}

type EndedDelivery = Required<Pick<Delivery, "_id" | "status" | "finishedAt">>;

export async function markCounted(scope: Scope, ids: readonly string[]): Promise<void> {
  await deliveries(scope).updateMany({ _id: { $in: [...ids] } }, { $unset: { uncounted: "" } });
}

function createFinalFields(): Pick<Delivery, "finishedAt" | "expireAt" | "uncounted"> {
  const now = new Date();
  return { uncounted: true, finishedAt: now, expireAt: new Date(now.getTime() + keptDays * dayMs) };
}
