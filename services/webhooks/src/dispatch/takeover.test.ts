import { randomBytes } from "node:crypto";
import { eventually, inLongRun } from "@tenant-ops/kit/testing";
import { expect, test } from "vitest";
import { appendDelivery } from "../deliveries/deliveries.store.js";
import {
  countDeliveries,
  createFixtures,
  get,
  getDeliveries,
  publishSpin,
  publishSpins,
  registerEndpoint,
  startWebhooks,
  waitForFinalLog,
  waitForIdleLane,
} from "../testing.js";

const longTest = inLongRun(test);

const fixtures = createFixtures();

longTest("a worker that stops loses nothing and sends nothing twice", async () => {
  const settings = { MONGODB_DATABASE: `test_webhooks_${randomBytes(4).toString("hex")}` };
  const first = await startWebhooks(settings);
  fixtures.closeLater(() => first.close().catch(() => undefined));
  const second = await fixtures.startService(settings);
  const tenant = second.newTenant();
  const receiver = await fixtures.startReceiver();
  await registerEndpoint(tenant, { url: receiver.url });
  await publishSpins(second, tenant, 200);
  await eventually(() => expect(receiver.requests.length).toBeGreaterThan(20), 60_000);
  await first.close();
  await eventually(async () => expect(await countDeliveries(second, tenant.businessId, "delivered")).toBe(200), 60_000);
  expect(receiver.requests).toHaveLength(200);
});

longTest("a worker that crashed is replaced when its lease ends, and nothing is lost", async () => {
  const settings = {
    MONGODB_DATABASE: `test_webhooks_${randomBytes(4).toString("hex")}`,
    // Long enough that it does not expire on a busy machine: a running worker would lose its lane then, and the deliveries would be sent again.
    WEBHOOK_LEASE_MS: "5000",
    WEBHOOK_RETRY_SCHEDULE: "50ms,50ms",
  };
  const first = await startWebhooks(settings);
  fixtures.closeLater(() => first.close().catch(() => undefined));
  const tenant = first.newTenant();
  const receiver = await fixtures.startReceiver();
  await registerEndpoint(tenant, { url: receiver.url, maxConcurrency: 2, ratePerSecond: 40 });
  await publishSpins(first, tenant, 120);
  await eventually(() => expect(receiver.requests.length).toBeGreaterThan(20), 60_000);

  const second = await fixtures.startService(settings);
  // As after a crash, the first worker stores nothing from here on.
  await Promise.all([first.running.context.db.close(), first.running.context.bus.close()]);

  await eventually(async () => expect(await countDeliveries(second, tenant.businessId, "delivered")).toBe(120), 60_000);
  expect((await get<{ totals: object }>(second.newTenant(tenant.caller), "/daily-counts")).totals).toEqual({
    delivered: 120,
    failed: 0,
  });
  const received = receiver.requests.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(received).size).toBe(120);
  // At most the deliveries that were in flight, or whose outcome was not stored yet, at the crash are sent twice.
  expect(received.length - 120).toBeLessThanOrEqual(20);
});

test("the sweeper schedules an idle lane with a pending delivery", async () => {
  const service = await fixtures.startService({ WEBHOOK_SWEEP_MS: "200" });
  const tenant = service.newTenant();
  const receiver = await fixtures.startReceiver();
  const { _id: endpointId } = await registerEndpoint(tenant, { url: receiver.url });
  await publishSpin(service, tenant);
  await waitForFinalLog(tenant, 1);
  await waitForIdleLane(service, endpointId);
  const [known] = await getDeliveries(tenant).find({});
  await appendDelivery(tenant.scope(), {
    endpointId,
    eventId: known!.eventId,
    event: "spin.completed",
    trigger: "manual",
    nonce: "forgotten",
  });
  await eventually(() => expect(receiver.requests).toHaveLength(2));
});
