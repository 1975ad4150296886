import { createSystemCall } from "@tenant-ops/kit/call";
import type { WriteScope } from "@tenant-ops/kit/data";
import type { EventListener, ReceivedEvent } from "@tenant-ops/kit/events";
import type { Database } from "@tenant-ops/kit/data";
import { toVisible } from "../events/catalogue.js";
import { appendDelivery, endpointsAwaiting } from "./deliveries.store.js";
import { subscribes } from "../endpoints/endpoints.rules.js";
import { listEndpoints } from "../endpoints/endpoints.store.js";
import { appendEvent } from "../events/events.store.js";
import type { Waker } from "../lanes/scheduler.js";

/** One consumer per installation: the workers of one database share it, and nobody else does. */
export const consumerName = (db: Database): string => (db.name === "webhooks" ? db.name : `webhooks-${db.name}`);

const takenMax = 10_000;

/**
 * Turns what happened into deliveries. The event is acknowledged only when its deliveries are committed and their lanes are
 * awake; a death in between brings it again, and the inbox makes the second arrival wake and nothing else.
 */
export function eventListener(db: Database, waker: Waker, startTime: Date | undefined): EventListener {
  const taken = new Map<string, string[]>();

  async function handle(event: ReceivedEvent, scope: WriteScope): Promise<void> {
    const { id, businessId, occurredAt, requestId } = event.envelope;
    const visible = toVisible(event);
    const wanting = visible
      ? (await listEndpoints(scope)).filter((endpoint) => subscribes(endpoint, visible.type, scope.now))
      : [];
    if (visible && wanting.length > 0) {
      await appendEvent(scope, { id, businessId, timestamp: occurredAt, ...visible }, requestId);
      for (const { _id } of wanting)
        await appendDelivery(scope, { endpointId: _id, eventId: id, event: visible.type, trigger: "event" });
    }
    // Entries of attempts that never came to a commit; without one, the database is asked.
    if (taken.size > takenMax) taken.clear();
    taken.set(
      id,
      wanting.map(({ _id }) => _id),
    );
  }

  async function afterCommit({ envelope: { id, businessId } }: ReceivedEvent): Promise<void> {
    const known = taken.get(id);
    taken.delete(id);
    const endpointIds =
      known ?? (await endpointsAwaiting(db.scope(createSystemCall(businessId, "webhook ingest")), id));
    await waker.wake(endpointIds.map((endpointId) => ({ endpointId, businessId, at: new Date() })));
  }

  return { name: consumerName(db), subject: "events.>", handle, afterCommit, ...(startTime && { startTime }) };
}
