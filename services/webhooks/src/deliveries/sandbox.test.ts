import { newId } from "@tenant-ops/kit/data";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createFixtures,
  post,
  publishSpin,
  registerEndpoint,
  startWebhooks,
  waitForFinalLog,
  type WebhookService,
} from "../testing.js";

let service: WebhookService;
const { startReceiver } = createFixtures();
beforeAll(async () => void (service = await startWebhooks()));
afterAll(() => service.close());

test("events of a sandbox are marked and reach its own endpoints only; live events reach live endpoints only", async () => {
  const [live, sandbox] = [service.newTenant(), service.newTenant({ businessId: newId("sbx") })];
  const [shop, laptop] = [await startReceiver(), await startReceiver()];
  const liveEndpoint = await registerEndpoint(live, { url: shop.url, events: ["*"] });
  const testEndpoint = await registerEndpoint(sandbox, { url: laptop.url, events: ["*"] });

  await publishSpin(service, sandbox, "spn_test");
  await publishSpin(service, live, "spn_live");
  await waitForFinalLog(live, 1);
  await waitForFinalLog(sandbox, 1);

  expect(shop.requests).toHaveLength(1);
  expect(laptop.requests).toHaveLength(1);
  const liveEvent = shop.verify(shop.requests[0], liveEndpoint.secret);
  const testEvent = laptop.verify(laptop.requests[0], testEndpoint.secret);
  expect(testEvent).toMatchObject({ test: true, businessId: sandbox.businessId, data: { spinId: "spn_test" } });
  expect(liveEvent).toMatchObject({ businessId: live.businessId, data: { spinId: "spn_live" } });
  expect(liveEvent).not.toHaveProperty("test");
});

test("a ping of a sandbox is marked as well", async () => {
  const sandbox = service.newTenant({ businessId: newId("sbx") });
  const laptop = await startReceiver();
  const { _id: endpointId, secret } = await registerEndpoint(sandbox, { url: laptop.url });
  await post(sandbox, `/endpoints/${endpointId}/ping`);
  await waitForFinalLog(sandbox, 1);
  expect(laptop.verify(laptop.requests[0], secret)).toMatchObject({ type: "webhook.ping", test: true });
});
