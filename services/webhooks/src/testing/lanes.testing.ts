import { createSystemCall } from "@tenant-ops/kit/call";
import { newId } from "@tenant-ops/kit/data";
import { eventually } from "@tenant-ops/kit/testing";
import { afterEach, expect } from "vitest";
import type { Delivery } from "../deliveries/deliveries.rules.js";
import { appendEvent } from "../events/events.store.js";
import type { StoredLane } from "../lanes/lanes.store.js";
import { type Receiver, startReceiver } from "./receiver.testing.js";
import { lostSpin, post, startWebhooks, type WebhooksTenant, type WebhookService } from "./service.testing.js";

/** Services and receivers that end with the test. */
export function createFixtures() {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });
  return {
    closeLater: (close: () => Promise<unknown>) => void closing.push(close),
    startService: async (settings: Record<string, string> = {}): Promise<WebhookService> => {
      const service = await startWebhooks(settings);
      closing.push(() => service.close());
      return service;
    },
    startReceiver: async (...given: Parameters<typeof startReceiver>): Promise<Receiver> => {
      const receiver = await startReceiver(...given);
      closing.push(() => receiver.close());
      return receiver;
    },
  };
}

export const getDeliveries = (tenant: WebhooksTenant) => tenant.scope().collection<Delivery>("deliveries");

export const getLanes = (service: WebhookService) => service.running.context.db.shared<StoredLane>("lanes");

/** The lane as soon as no worker holds it. */
export function waitForReleasedLane(service: WebhookService, endpointId: string): Promise<StoredLane> {
  return eventually(async () => {
    const lane = await getLanes(service).findOne({ _id: endpointId });
    if (!lane || lane.leaseUntil) throw new Error(`not released: ${JSON.stringify(lane)}`);
    return lane;
  });
}

/** Waits until the lane is released and nothing is due. */
export async function waitForIdleLane(service: WebhookService, endpointId: string): Promise<void> {
  await eventually(async () => expect((await waitForReleasedLane(service, endpointId)).wakeAt).toBeUndefined());
}

/** Reads through a connection of its own process, also when another service wrote the deliveries. */
export function countDeliveries(service: WebhookService, businessId: string, status: Delivery["status"]) {
  const scope = service.running.context.db.scope(createSystemCall(businessId, "test"));
  return scope.collection<Delivery>("deliveries").count({ status });
}

/** Inserts many deliveries of one event without JetStream, and makes their lane due with a ping. */
export async function insertDeliveries(tenant: WebhooksTenant, endpointId: string, count: number): Promise<void> {
  const scope = tenant.scope();
  const type = "spin.completed";
  const id = newId("evt");
  const timestamp = scope.now.toISOString();
  await appendEvent(scope, { id, type, businessId: tenant.businessId, timestamp, data: lostSpin }, "test");
  await getDeliveries(tenant).insertMany(
    Array.from({ length: count }, (_, index) => ({
      _id: newId("trc"),
      endpointId,
      eventId: id,
      event: type,
      trigger: "event" as const,
      nonce: String(index),
      status: "pending" as const,
      attempt: 0,
      starts: 0,
      dueAt: scope.now,
      attempts: [],
      createdAt: scope.now,
    })),
  );
  await post(tenant, `/endpoints/${endpointId}/ping`);
}
