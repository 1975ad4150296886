import { createSystemCall } from "@tenant-ops/kit/call";
import { type Database, dayMs, type Scope } from "@tenant-ops/kit/data";
import type { AttemptOutcome, Delivery } from "./deliveries.rules.js";

/** How long a delivery is kept after its end. */
export const keptDays = 30;
const attemptsKept = 12;

const createDeliveryCall = (businessId: string) => createSystemCall(businessId, "webhook delivery");
const deliveries = (scope: Scope) => scope.collection<Delivery>("deliveries");

/** Attempts of one lane that are about to start. */
export interface AttemptStart {
  businessId: string;
  deliveryIds: readonly string[];
  /** The lane token of the worker. */
  token: string;
}

/**
 * Stores that attempts start, of many lanes in one command.
 * @returns whether all of them may be sent; when not, `findStarted` returns those that may
 */
export async function markStarted(db: Database, starts: readonly AttemptStart[]): Promise<boolean> {
  const matched = await db.updateOfBusinesses<Delivery>(
    "deliveries",
    starts.map(({ businessId, deliveryIds, token }) => ({
      call: createDeliveryCall(businessId),
      filter: { _id: { $in: [...deliveryIds] }, status: "pending" },
      update: { $inc: { starts: 1 }, $set: { startedBy: token } },
      many: true,
    })),
  );
  return matched === starts.reduce((sum, { deliveryIds }) => sum + deliveryIds.length, 0);
}

/** The deliveries that were marked with this token. The others have a final status, or another worker sends them. */
export function findStarted(scope: Scope, { deliveryIds, token }: AttemptStart): Promise<Delivery[]> {
  return deliveries(scope).find({ _id: { $in: [...deliveryIds] }, status: "pending", startedBy: token });
}

/**
 * Stores outcomes that still count, of many lanes in one command. A failure counts only for the worker that started the latest
 * attempt; a success always counts, because the receiver has the event. A final status never changes.
 * @returns how many counted
 */
export function recordOutcomes(db: Database, outcomes: readonly AttemptOutcome[]): Promise<number> {
  return db.updateOfBusinesses<Delivery>(
    "deliveries",
    outcomes.map(({ businessId, delivery, token, attempt, decision: { status, dueAt } }) => {
      const fence = status === "delivered" ? {} : { attempt: delivery.attempt, startedBy: token };
      return {
        call: createDeliveryCall(businessId),
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
  const projection = { _id: 1, status: 1, finishedAt: 1, endpointId: 1, event: 1, attempt: 1 };
  const found = await deliveries(scope).find({ uncounted: true }, { limit, projection });
  return found as EndedDelivery[];
}

type EndedDelivery = Required<Pick<Delivery, "_id" | "status" | "finishedAt" | "endpointId" | "event" | "attempt">>;

export async function markCounted(scope: Scope, ids: readonly string[]): Promise<void> {
  await deliveries(scope).updateMany({ _id: { $in: [...ids] } }, { $unset: { uncounted: "" } });
}

function createFinalFields(): Pick<Delivery, "finishedAt" | "expireAt" | "uncounted"> {
  const now = new Date();
  return { uncounted: true, finishedAt: now, expireAt: new Date(now.getTime() + keptDays * dayMs) };
}
