import { randomBytes } from "node:crypto";
import { eventually } from "@tenant-ops/kit/testing";
import { expect, test } from "vitest";
import { appendDelivery } from "../deliveries/deliveries.store.js";
import {
  countDeliveries,
  createFixtures,
  getDeliveries,
  publishSpin,
  publishSpins,
  registerEndpoint,
  startWebhooks,
  waitForFinalLog,
  waitForIdleLane,
} from "../testing.js";

const fixtures = createFixtures();

test("a worker that stops loses nothing and sends nothing twice", async () => {
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
