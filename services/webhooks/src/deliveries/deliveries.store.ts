import {
  type DateRange,
  findPage,
  newestFirst,
  newId,
  type Page,
  type PageRequest,
  rangeFilter,
  type Scope,
} from "@tenant-ops/kit/data";
import type { IndexDescription } from "mongodb";
import type { Delivery, DeliveryInput } from "./deliveries.rules.js";

export const deliveryIndexes: readonly IndexDescription[] = [
  { key: { eventId: 1, endpointId: 1, nonce: 1 }, unique: true },
  { key: { endpointId: 1, dueAt: 1 }, partialFilterExpression: { status: "pending" }, name: "due" },
  { key: { createdAt: -1, _id: -1 }, name: "log" },
  { key: { endpointId: 1, createdAt: -1, _id: -1 }, name: "endpointLog" },
  { key: { event: 1, createdAt: -1, _id: -1 }, name: "eventLog" },
  { key: { status: 1, createdAt: -1, _id: -1 }, name: "statusLog" },
  { key: { endpointId: 1, createdAt: 1 }, partialFilterExpression: { status: "failed" }, name: "failed" },
  { key: { uncounted: 1 }, partialFilterExpression: { uncounted: true }, name: "uncounted" },
  { key: { expireAt: 1 }, expireAfterSeconds: 0, name: "expiry" },
];

const deliveries = (scope: Scope) => scope.collection<Delivery>("deliveries");

/** @param input.startedBy the lane that will send it at once: it is stored as started */
export async function appendDelivery(scope: Scope, input: DeliveryInput): Promise<Delivery> {
  const delivery: Delivery = {
    nonce: "",
    ...input,
    _id: newId("trc"),
    status: "pending",
    attempt: 0,
    starts: input.startedBy === undefined ? 0 : 1,
    dueAt: scope.now,
    attempts: [],
    createdAt: scope.now,
  };
  await deliveries(scope).append(delivery);
  return delivery;
}

/** Absent fields do not filter. */
export type DeliveryFilter = Partial<Pick<Delivery, "status" | "event" | "endpointId">>;

/** Without their attempts, of which a delivery can have many. */
export function listDeliveries(
  scope: Scope,
  filter: DeliveryFilter,
  range: DateRange,
  page: PageRequest,
): Promise<Page<Delivery>> {
  const where = { ...filter, ...rangeFilter<Delivery>("createdAt", range) };
  const projection = { businessId: 0, attempts: 0 };
  return findPage<Delivery>(scope, "deliveries", where, page, newestFirst, { projection });
}

/** Whether the log has a delivery to the endpoint, which may be deleted. */
export async function hasDeliveries(scope: Scope, endpointId: string): Promise<boolean> {
  return (await deliveries(scope).findOne({ endpointId }, { projection: { _id: 1 } })) !== null;
}

export function findDelivery(scope: Scope, traceId: string): Promise<Delivery | null> {
  return deliveries(scope).findById(traceId);
}

/** The endpoints to which an event is not delivered yet. */
export async function findEndpointsWithPending(scope: Scope, eventId: string): Promise<string[]> {
  // Grouped, because an event can be delivered to one endpoint again and again.
  const found = await deliveries(scope).aggregate<{ _id: string }>([
    { $match: { eventId: { $eq: eventId }, status: "pending" } },
    { $group: { _id: "$endpointId" } },
  ]);
  return found.map(({ _id }) => _id);
}

/** @param inFlight deliveries of running attempts, which are left out */
export function findDue(
  scope: Scope,
  endpointId: string,
  inFlight: readonly string[],
  limit: number,
): Promise<Delivery[]> {
  const due = { endpointId, status: "pending" as const, dueAt: { $lte: new Date() } };
  const filter = inFlight.length > 0 ? { ...due, _id: { $nin: [...inFlight] } } : due;
  return deliveries(scope).find(filter, { sort: { dueAt: 1 }, limit });
}

export async function findNextDueTime(scope: Scope, endpointId: string): Promise<Date | undefined> {
  const [next] = await deliveries(scope).find(
    { endpointId, status: "pending" },
    { sort: { dueAt: 1 }, limit: 1, projection: { dueAt: 1 } },
  );
  return next?.dueAt;
}

export function countPending(scope: Scope, endpointId: string): Promise<number> {
  return deliveries(scope).count({ endpointId, status: "pending" });
}

/** Failed deliveries of an endpoint, oldest first, after the position of a recovery. */
export function listFailed(
  scope: Scope,
  endpointId: string,
  { cursorAt, cursorId, until }: { cursorAt: Date; cursorId: string; until: Date },
  limit: number,
): Promise<Delivery[]> {
  const filter = {
    endpointId,
    status: "failed" as const,
    createdAt: { $lte: until },
    $or: [{ createdAt: { $gt: cursorAt } }, { createdAt: cursorAt, _id: { $gt: cursorId } }],
  };
  return deliveries(scope).find(filter, { sort: { createdAt: 1, _id: 1 }, limit });
}

/** The deliveries of these events that are delivered or pending, and those that this recovery has created. */
export async function findOtherDeliveries(
  scope: Scope,
  endpointId: string,
  eventIds: readonly string[],
  recoveryId: string,
): Promise<Pick<Delivery, "eventId" | "status" | "createdAt">[]> {
  // The version before has added the id of the failed delivery, after a "|"; "}" is the character after that.
  const nonce = { $gte: recoveryId, $lt: `${recoveryId}}` };
  const wanted = [{ status: { $in: ["delivered" as const, "pending" as const] } }, { nonce }];
  const filter = { eventId: { $in: [...eventIds] }, endpointId, $or: wanted };
  return deliveries(scope).find(filter, { projection: { eventId: 1, status: 1, createdAt: 1 } });
}
