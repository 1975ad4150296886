import { dayMs, type Scope } from "@tenant-ops/kit/data";
import { Binary, type IndexDescription } from "mongodb";
import { type Envelope, toBody } from "./catalogue.js";

/** The body that attempts send. */
export interface StoredEvent {
  /** The receiver's `webhook-id`. */
  _id: string;
  type: string;
  body: Binary;
  occurredAt: Date;
  /** The request that caused the event; for the log. */
  requestId: string;
  /** The trace of that request. Every attempt continues it. */
  traceparent?: string;
  expireAt: Date;
}

/** How long an event is kept. */
export const eventDays = 90;

export const eventIndexes: readonly IndexDescription[] = [{ key: { expireAt: 1 }, expireAfterSeconds: 0 }];

const events = (scope: Scope) => scope.collection<StoredEvent>("events");

export async function appendEvent(scope: Scope, envelope: Envelope, requestId: string): Promise<StoredEvent> {
  const event: StoredEvent = {
    _id: envelope.id,
    type: envelope.type,
    body: new Binary(toBody(envelope)),
    occurredAt: new Date(envelope.timestamp),
    requestId,
    ...(scope.call.traceparent && { traceparent: scope.call.traceparent }),
    expireAt: new Date(scope.now.getTime() + eventDays * dayMs),
  };
  await events(scope).append(event);
  return event;
}

export function findEvents(scope: Scope, ids: readonly string[]): Promise<Map<string, StoredEvent>> {
  return events(scope).findByIds(ids);
}
