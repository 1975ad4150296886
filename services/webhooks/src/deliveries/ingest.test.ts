import { randomBytes } from "node:crypto";
import { eventStream } from "@tenant-ops/kit/events";
import { eventually, isLongRun } from "@tenant-ops/kit/testing";
import { expect, test } from "vitest";
import type { Endpoint } from "../endpoints/endpoints.rules.js";
import { getConsumerName } from "../events/recent-events.js";
import {
  createFixtures,
  getDeliveries,
  getLanes,
  publishSpin,
  registerEndpoint,
  startHoldingReceiver,
  type WebhookService,
  waitForFinalLog,
  waitForIdleLane,
} from "../testing.js";

const fixtures = createFixtures();

const countInbox = (service: WebhookService, businessId: string) =>
  service.running.context.db.infrastructure("inbox").countDocuments({ businessId });

/** Waits until a service has processed every event that exists now. Counting events would not work, because events of other tests arrive as well. */
async function waitUntilConsumed({ running: { context } }: WebhookService): Promise<void> {
  const { bus, db } = context;
  const pending = { publishedAt: null };
  await eventually(async () => expect(await db.infrastructure("outbox").countDocuments(pending)).toBe(0));
  const manager = await (await bus.connected()).jetstreamManager();
  const { state } = await manager.streams.info(eventStream);
  await eventually(async () => {
    const { ack_floor: acknowledged } = await manager.consumers.info(eventStream, getConsumerName(db));
    expect(acknowledged.stream_seq).toBeGreaterThanOrEqual(state.last_seq);
  });
}

test("an event without a subscriber is not stored, and the first one after a subscription in another process is delivered", async () => {
  const settings = { MONGODB_DATABASE: `test_webhooks_${randomBytes(4).toString("hex")}` };
  const service = await fixtures.startService(settings);
  const tenant = service.newTenant();
  const receiver = await fixtures.startReceiver();
  await registerEndpoint(tenant, { url: receiver.url, events: ["stock.low"] });
  await publishSpin(service, tenant, "spn_before");
  await waitUntilConsumed(service);
  expect(await countInbox(service, tenant.businessId)).toBe(0);

  const other = await fixtures.startService(settings);
  await registerEndpoint(other.newTenant(tenant.caller), { url: receiver.url, events: ["spin.completed"] });
  await publishSpin(service, tenant, "spn_after");
  await waitForFinalLog(tenant, 1);
  expect(receiver.requests.map(({ body }) => (JSON.parse(body) as { data: object }).data)).toMatchObject([
    { spinId: "spn_after" },
  ]);
});

test("an endpoint gets no event that is older than itself, also when the consumer reads the stream from its beginning", async () => {
  const service = await fixtures.startService();
  const tenant = service.newTenant();
  const [older, newer] = [await fixtures.startReceiver(), await fixtures.startReceiver()];
  await registerEndpoint(tenant, { url: older.url });
  const { _id } = await registerEndpoint(tenant, { url: newer.url });
  // As if it had been registered an hour after the event.
  const createdAt = new Date(Date.now() + 3_600_000);
  await tenant.scope().collection<Endpoint>("endpoints").updateOne({ _id }, { $set: { createdAt } });
  await publishSpin(service, tenant);
  await waitForFinalLog(tenant, 1);
  expect([older.requests.length, newer.requests.length]).toEqual([1, 0]);
});

test("an endpoint of another business does not make an event wanted", async () => {
  const service = await fixtures.startService();
  const [subscribed, other] = [service.newTenant(), service.newTenant()];
  const receiver = await fixtures.startReceiver();
  await registerEndpoint(subscribed, { url: receiver.url });
  await publishSpin(service, other);
  await waitUntilConsumed(service);
  await publishSpin(service, subscribed);
  await waitForFinalLog(subscribed, 1);
  expect(await countInbox(service, other.businessId)).toBe(0);
  expect(receiver.requests).toHaveLength(1);
});

test("a delivery for a lane that this process serves is sent without another schedule and without a write before it", async () => {
  const service = await fixtures.startService();
  const tenant = service.newTenant();
  const receiver = await startHoldingReceiver();
  const { answers } = receiver;
  fixtures.closeLater(() => receiver.close());
  const { _id: endpointId } = await registerEndpoint(tenant, { url: receiver.url });
  await publishSpin(service, tenant, "spn_1");
  await eventually(() => expect(answers).toHaveLength(1));
  const { seq } = (await getLanes(service).findOne({ _id: endpointId }))!;
  const updates: unknown[] = [];
  const { db } = service.running.context;
  const stop = db.watchCommands(({ command }) => void (command.update === "deliveries" && updates.push(command)));
  // Now the lane waits for the first answer.
  await publishSpin(service, tenant, "spn_2");
  await eventually(() => expect(answers).toHaveLength(2));
  stop();
  expect(updates).toEqual([]);
  expect(await getDeliveries(tenant).count({ starts: 1, status: "pending" })).toBe(2);
  expect(await getLanes(service).findOne({ _id: endpointId })).toMatchObject({ seq });
  for (const answer of answers) answer();
  await waitForIdleLane(service, endpointId);
  expect(await getDeliveries(tenant).count({ status: "delivered" })).toBe(2);
});

test("every event of a burst is delivered once, while the lanes of the business are claimed and released", async () => {
  const service = await fixtures.startService();
  const tenant = service.newTenant();
  const receiver = await fixtures.startReceiver();
  for (let index = 0; index < 3; index += 1) await registerEndpoint(tenant, { url: `${receiver.url}${index}` });
  // Pauses of about the time for which an idle lane is kept, so that events come in every phase of a lane.
  const events = isLongRun ? 40 : 12;
  for (let index = 0; index < events; index += 1) {
    await publishSpin(service, tenant, `spn_${index}`);
    await new Promise((resolve) => setTimeout(resolve, (index * 7) % 90));
  }
  await eventually(async () => expect(await getDeliveries(tenant).count({ status: "delivered" })).toBe(3 * events));
  expect(receiver.requests).toHaveLength(3 * events);
});
