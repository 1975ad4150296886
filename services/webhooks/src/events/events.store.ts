import type { Scope } from "@tenant-ops/kit/data";
import { Binary, type IndexDescription } from "mongodb";
import { type Envelope, toBody } from "./catalogue.js";

/** What is sent, kept for as long as a delivery may ask for it. */
export interface StoredEvent {
  /** The receiver's `webhook-id`. */
  _id: string;
  type: string;
  body: Binary;
  occurredAt: Date;
  /** The request that caused it, for whoever follows a trace through the logs. */
  requestId: string;
  /** Under which attempts go on, whenever they come. */
  traceparent?: string;
  expireAt: Date;
}

const keptDays = 90;
const dayMs = 24 * 3600 * 1000;

export const eventIndexes: readonly IndexDescription[] = [{ key: { expireAt: 1 }, expireAfterSeconds: 0 }];

const events = (scope: Scope) => scope.collection<StoredEvent>("events");

export async function appendEvent(scope: Scope, envelope: Envelope, requestId: string): Promise<void> {
  await events(scope).append({
    _id: envelope.id,
    type: envelope.type,
    body: new Binary(toBody(envelope)),
    occurredAt: new Date(envelope.timestamp),
    requestId,
    ...(scope.call.traceparent && { traceparent: scope.call.traceparent }),
    expireAt: new Date(scope.now.getTime() + keptDays * dayMs),
  });
}

export async function findEvents(scope: Scope, ids: readonly string[]): Promise<Map<string, StoredEvent>> {
  const found = await events(scope).find({ _id: { $in: [...new Set(ids)] } });
  return new Map(found.map((event) => [event._id, event]));
}
