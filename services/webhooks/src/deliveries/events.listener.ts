import type { Database, WriteScope } from "@tenant-ops/kit/data";
import { createSystemCall } from "@tenant-ops/kit/call";
import type { EventListener, ReceivedEvent } from "@tenant-ops/kit/events";
import { LRUCache } from "lru-cache";
import { isSubscribed } from "../endpoints/endpoints.rules.js";
import { listEndpoints } from "../endpoints/endpoints.store.js";
import { toWebhookEvent } from "../events/catalogue.js";
import { getConsumerName } from "../events/consumer-name.js";
import { appendEvent } from "../events/events.store.js";
import type { Scheduler } from "../lanes/scheduler.js";
import { appendDelivery, findEndpointsWithPending } from "./deliveries.store.js";

const subscribersKeptMax = 10_000;

/**
 * Creates deliveries for events. An event is acknowledged after its deliveries are committed and their lanes are scheduled.
 * After a crash in between it is redelivered; the kit's inbox then skips `handle`, and `afterCommit` schedules the lanes.
 */
export function createEventListener(db: Database, scheduler: Scheduler, startTime: Date | undefined): EventListener {
  /** Event id → endpoints, from `handle` to `afterCommit`. */
  const subscribers = new LRUCache<string, string[]>({ max: subscribersKeptMax });

  async function handle(event: ReceivedEvent, scope: WriteScope): Promise<void> {
    const { id } = event.envelope;
    // The cache drops the entries of failed transactions at some time. `afterCommit` reads the database for missing entries.
    subscribers.set(id, await createDeliveries(event, scope));
  }

  async function afterCommit({ envelope: { id, businessId } }: ReceivedEvent): Promise<void> {
    const known = subscribers.get(id);
    subscribers.delete(id);
    const scope = db.scope(createSystemCall(businessId, "webhook ingest"));
    await scheduler.scheduleNow(businessId, known ?? (await findEndpointsWithPending(scope, id)));
  }

  return { name: getConsumerName(db), subject: "events.>", handle, afterCommit, ...(startTime && { startTime }) };
}

/** @returns the endpoints that get the event */
async function createDeliveries(event: ReceivedEvent, scope: WriteScope): Promise<string[]> {
  const { id, businessId, occurredAt, requestId } = event.envelope;
  const visible = toWebhookEvent(event);
  if (!visible) return [];
  const endpoints = await listEndpoints(scope);
  const subscribed = endpoints.filter((endpoint) => isSubscribed(endpoint, visible.type, scope.now));
  if (subscribed.length === 0) return [];
  await appendEvent(scope, { id, businessId, timestamp: occurredAt, ...visible }, requestId);
  for (const { _id } of subscribed)
    await appendDelivery(scope, { endpointId: _id, eventId: id, event: visible.type, trigger: "event" });
  return subscribed.map(({ _id }) => _id);
}
