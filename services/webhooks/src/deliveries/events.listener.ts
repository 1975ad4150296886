import type { Database, WriteScope } from "@tenant-ops/kit/data";
import { createSystemCall } from "@tenant-ops/kit/call";
import type { EventListener, ReceivedEvent } from "@tenant-ops/kit/events";
import { createCache } from "@tenant-ops/kit/caches";
import { type Endpoint, isSubscribed } from "../endpoints/endpoints.rules.js";
import { listEndpoints } from "../endpoints/endpoints.store.js";
import { createSubscriptionCheck } from "../endpoints/subscriptions.js";
import { findEventType, toWebhookEvent } from "../events/catalogue.js";
import { appendEvent, type StoredEvent } from "../events/events.store.js";
import { getConsumerName, type RecentEvents } from "../events/recent-events.js";
import type { Scheduler } from "../lanes/scheduler.js";
import { appendDelivery, findEndpointsWithPending } from "./deliveries.store.js";
import type { Delivery } from "./deliveries.rules.js";
import type { HandOver } from "./hand-over.js";

const createdKeptMax = 1000;

interface ListenerContext {
  db: Database;
  scheduler: Scheduler;
  deliveries: HandOver;
  recentEvents: RecentEvents;
}

/**
 * Creates deliveries for events. An event is acknowledged after its deliveries are committed and a lane of this process has accepted them or their
 * lanes are scheduled. After a crash before that it is redelivered; the kit's inbox then skips `handle`, and `afterCommit` schedules the lanes.
 */
export function createEventListener(
  { db, scheduler, deliveries, recentEvents }: ListenerContext,
  startTime: Date | undefined,
): EventListener {
  const hasSubscribers = createSubscriptionCheck(db);
  /** From `handle` to `afterCommit`, by the id of the event. */
  const created = createCache<Created>({ max: createdKeptMax });

  async function isWanted({ envelope: { businessId, type: message, occurredAt } }: ReceivedEvent): Promise<boolean> {
    const type = findEventType(message);
    return type !== undefined && hasSubscribers(businessId, { type, occurredAt: new Date(occurredAt) });
  }

  const handle: EventListener["handle"] = async (events) => {
    let endpoints: Endpoint[] | undefined;
    for (const { event, scope } of events) {
      endpoints ??= await listEndpoints(scope);
      // Entries of failed transactions are evicted from the cache later. `afterCommit` reads the database for missing entries.
      created.set(event.envelope.id, await createDeliveries(event, scope, endpoints, deliveries));
    }
  };

  async function afterCommit({ envelope: { id, businessId } }: ReceivedEvent): Promise<void> {
    const known = created.get(id);
    created.delete(id);
    if (!known) {
      const scope = db.scope(createSystemCall(businessId, "webhook ingest", { allowsClosed: "closed" }));
      await scheduler.scheduleNow(businessId, await findEndpointsWithPending(scope, id));
      return;
    }
    if (known.event) recentEvents.keep(businessId, known.event);
    await deliveries.handOver(businessId, known.deliveries);
  }

  return {
    name: getConsumerName(db),
    subject: "events.>",
    isWanted,
    handle,
    afterCommit,
    ...(startTime && { startTime }),
  };
}

interface Created {
  event?: StoredEvent;
  deliveries: Delivery[];
}

async function createDeliveries(
  event: ReceivedEvent,
  scope: WriteScope,
  endpoints: readonly Endpoint[],
  { findToken }: Pick<HandOver, "findToken">,
): Promise<Created> {
  const { id, businessId, occurredAt, requestId } = event.envelope;
  const visible = toWebhookEvent(event);
  if (!visible) return { deliveries: [] };
  const published = { type: visible.type, occurredAt: new Date(occurredAt) };
  const subscribed = endpoints.filter((endpoint) => isSubscribed(endpoint, published, scope.now));
  if (subscribed.length === 0) return { deliveries: [] };
  const stored = await appendEvent(scope, { id, businessId, timestamp: occurredAt, ...visible }, requestId);
  const deliveries: Delivery[] = [];
  for (const { _id: endpointId } of subscribed) {
    const startedBy = findToken(endpointId);
    const input = {
      endpointId,
      eventId: id,
      event: visible.type,
      trigger: "event",
      ...(startedBy && { startedBy }),
    } as const;
    deliveries.push(await appendDelivery(scope, input));
  }
  return { event: stored, deliveries };
}
