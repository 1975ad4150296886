import type { Scope } from "@tenant-ops/kit/data";
import { failPending, findStarted } from "../deliveries/attempts.store.js";
import type { Delivery } from "../deliveries/deliveries.types.js";
import type { StoredEvent } from "../events/events.store.js";
import type { LaneContext } from "./lane.types.js";

/** A delivery that was started this often without an outcome fails, because it probably causes the crashes. */
const startsMax = 3;

export interface StartedDelivery {
  delivery: Delivery;
  event: StoredEvent;
}

/** Marks deliveries as started, and fails those that cannot be sent. */
export async function markDeliveriesStarted(
  { recentEvents, attempts }: Pick<LaneContext, "recentEvents" | "attempts">,
  scope: Scope,
  batch: readonly Delivery[],
  token: string,
): Promise<StartedDelivery[]> {
  const interrupted = batch.filter(({ starts }) => starts > startsMax);
  const attemptable = batch.filter(({ starts }) => starts <= startsMax);
  const events = await recentEvents.find(
    scope,
    batch.map(({ eventId }) => eventId),
  );
  const expired = attemptable.filter(({ eventId }) => !events.has(eventId));
  await failAll(scope, interrupted, "interrupted");
  await failAll(scope, expired, "event_expired");
  const sendable = attemptable.filter(({ eventId }) => events.has(eventId));
  if (sendable.length === 0) return [];
  const start = { businessId: scope.businessId, deliveryIds: sendable.map(({ _id }) => _id), token };
  const marked = (await attempts.markStarted(start)) ? sendable : await findStarted(scope, start);
  return marked.flatMap((delivery) => {
    const event = events.get(delivery.eventId);
    return event ? [{ delivery, event }] : [];
  });
}

async function failAll(scope: Scope, batch: readonly Delivery[], reason: "interrupted" | "event_expired") {
  if (batch.length > 0) await failPending(scope, { ids: batch.map(({ _id }) => _id) }, reason);
}
