import { newId, type Scope } from "@tenant-ops/kit/data";
import type { IndexDescription } from "mongodb";
import type { AttemptNote, DeliveryStatus, Settled } from "./deliveries.rules.js";

export type Trigger = "event" | "manual" | "recover" | "ping" | "notice";

export interface Delivery {
  /** The `traceId`. */
  _id: string;
  endpointId: string;
  /** The receiver's `webhook-id`. */
  eventId: string;
  event: string;
  status: DeliveryStatus;
  /** Attempts whose outcome is known. */
  attempt: number;
  /** Attempts that began since the last known outcome. */
  starts: number;
  /** Whose outcome counts: the lane's token at the latest beginning. */
  startedBy?: string;
  dueAt: Date;
  attempts: AttemptNote[];
  trigger: Trigger;
  redeliveryOf?: string;
  /** "" for the first delivery of an event, so that taking it in twice changes nothing. */
  nonce: string;
  /** Why it failed without an attempt. */
  reason?: string;
  createdAt: Date;
  finishedAt?: Date;
  /** Set with the final state: what is pending is never thrown away. */
  expireAt?: Date;
}

const keptDays = 30;
const dayMs = 24 * 3600 * 1000;
const attemptsKept = 12;
export const logLength = 20;

export const deliveryIndexes: readonly IndexDescription[] = [
  { key: { eventId: 1, endpointId: 1, nonce: 1 }, unique: true },
  { key: { endpointId: 1, dueAt: 1 }, partialFilterExpression: { status: "pending" }, name: "due" },
  { key: { createdAt: -1, _id: -1 }, name: "log" },
  { key: { endpointId: 1, createdAt: 1 }, partialFilterExpression: { status: "failed" }, name: "failed" },
  { key: { expireAt: 1 }, expireAfterSeconds: 0, name: "expiry" },
];

const deliveries = (scope: Scope) => scope.collection<Delivery>("deliveries");

export type NewDelivery = Pick<Delivery, "endpointId" | "eventId" | "event" | "trigger"> &
  Partial<Pick<Delivery, "redeliveryOf" | "nonce">>;

export async function appendDelivery(scope: Scope, given: NewDelivery): Promise<Delivery> {
  const delivery: Delivery = {
    nonce: "",
    ...given,
    _id: newId("trc"),
    status: "pending",
    attempt: 0,
    starts: 0,
    dueAt: scope.now,
    attempts: [],
    createdAt: scope.now,
  };
  await deliveries(scope).append(delivery);
  return delivery;
}

/** The last deliveries of the business, newest first. */
export function listLog(scope: Scope): Promise<Delivery[]> {
  return deliveries(scope).find({}, { sort: { createdAt: -1, _id: -1 }, limit: logLength });
}

export function findDelivery(scope: Scope, traceId: string): Promise<Delivery | null> {
  return deliveries(scope).findOne({ _id: { $eq: traceId } });
}

export async function endpointsAwaiting(scope: Scope, eventId: string): Promise<string[]> {
  const found = await deliveries(scope).find({ eventId, status: "pending" }, { projection: { endpointId: 1 } });
  return found.map(({ endpointId }) => endpointId);
}

export function findDue(
  scope: Scope,
  endpointId: string,
  except: readonly string[],
  limit: number,
): Promise<Delivery[]> {
  const due = { endpointId, status: "pending" as const, dueAt: { $lte: new Date() } };
  const filter = except.length > 0 ? { ...due, _id: { $nin: [...except] } } : due;
  return deliveries(scope).find(filter, { sort: { dueAt: 1 }, limit });
}

export async function nextDue(scope: Scope, endpointId: string): Promise<Date | undefined> {
  const [next] = await deliveries(scope).find(
    { endpointId, status: "pending" },
    { sort: { dueAt: 1 }, limit: 1, projection: { dueAt: 1 } },
  );
  return next?.dueAt;
}

export function countPending(scope: Scope, endpointId: string): Promise<number> {
  return deliveries(scope).count({ endpointId, status: "pending" });
}

/**
 * Notes that attempts begin. What does not come back is not to be sent: its state is final, or another worker's.
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

export interface Outcome {
  delivery: Delivery;
  token: string;
  note: AttemptNote;
  settled: Settled;
}

/**
 * Writes outcomes where they still count. A failure counts only for the worker that began last; a success always, because
 * the receiver has it. A final state is never left.
 * @returns how many counted
 */
export function recordOutcomes(scope: Scope, outcomes: readonly Outcome[]): Promise<number> {
  return deliveries(scope).updateEach(
    outcomes.map(({ delivery, token, note, settled }) => {
      const { status, dueAt } = settled;
      const fence = status === "delivered" ? {} : { attempt: delivery.attempt, startedBy: token };
      return {
        filter: { _id: delivery._id, status: "pending" as const, ...fence },
        update: {
          $set: {
            status,
            attempt: note.n,
            starts: 0,
            ...(dueAt && { dueAt }),
            ...(status !== "pending" && finished()),
          },
          $push: { attempts: { $each: [note], $slice: -attemptsKept } },
        },
      };
    }),
  );
}

/** Ends deliveries that no attempt can end. */
export async function failWithout(
  scope: Scope,
  filter: { ids: readonly string[] } | { endpointId: string },
  reason: string,
): Promise<number> {
  const which = "ids" in filter ? { _id: { $in: [...filter.ids] } } : { endpointId: filter.endpointId };
  const changed = await deliveries(scope).updateMany(
    { ...which, status: "pending" },
    { $set: { status: "failed", reason, ...finished() } },
  );
  return changed.modifiedCount;
}

/** Failed deliveries of an endpoint, oldest first, from where a recovery stands. */
export function listFailed(
  scope: Scope,
  endpointId: string,
  since: Date,
  until: Date,
  afterId: string,
  limit: number,
): Promise<Delivery[]> {
  const order = { createdAt: 1, _id: 1 } as const;
  const filter = {
    endpointId,
    status: "failed" as const,
    createdAt: { $lte: until },
    $or: [{ createdAt: { $gt: since } }, { createdAt: since, _id: { $gt: afterId } }],
  };
  return deliveries(scope).find(filter, { sort: order, limit });
}

function finished(): Pick<Delivery, "finishedAt" | "expireAt"> {
  const now = new Date();
  return { finishedAt: now, expireAt: new Date(now.getTime() + keptDays * dayMs) };
}

/** A log entry, exactly as the specification says, and which endpoint it was. */
export function toLogEntry(delivery: Delivery) {
  return {
    webhookId: delivery.eventId,
    event: delivery.event,
    status: delivery.status,
    deliveryAttempt: delivery.attempt,
    traceId: delivery._id,
    createdAt: delivery.createdAt.toISOString(),
    endpointId: delivery.endpointId,
  };
}

/** One delivery with all its attempts. */
export function toDetails(delivery: Delivery) {
  return {
    ...toLogEntry(delivery),
    trigger: delivery.trigger,
    ...(delivery.redeliveryOf && { redeliveryOf: delivery.redeliveryOf }),
    ...(delivery.status === "pending" && { nextAttemptAt: delivery.dueAt.toISOString() }),
    ...(delivery.finishedAt && { finishedAt: delivery.finishedAt.toISOString() }),
    ...(delivery.reason && { reason: delivery.reason }),
    attempts: delivery.attempts.map(({ n, at, ms, code, error }) => ({
      attempt: n,
      at: at.toISOString(),
      ms,
      ...(code !== undefined && { code }),
      ...(error && { error }),
    })),
  };
}
