import { eventually, inLongRun } from "@tenant-ops/kit/testing";
import { expect, test } from "vitest";
import {
  countDeliveries,
  createFixtures,
  getDeliveries,
  getLanes,
  insertDeliveries,
  publishSpins,
  registerEndpoint,
  startHttpServer,
} from "../testing.js";

const longTest = inLongRun(test);

const fixtures = createFixtures();

longTest(
  "300 deliveries to a receiver that never answers do not delay 20 events each of ten other businesses",
  async () => {
    const service = await fixtures.startService({ WEBHOOK_ATTEMPT_MS: "5000" });
    const silent = await startHttpServer(() => undefined);
    fixtures.closeLater(() => silent.close());
    const slow = service.newTenant();
    const { _id: endpointId } = await registerEndpoint(slow, { url: silent.url });
    await insertDeliveries(slow, endpointId, 300);

    const healthy = await fixtures.startReceiver();
    const tenants = Array.from({ length: 10 }, () => service.newTenant());
    for (const tenant of tenants) await registerEndpoint(tenant, { url: healthy.url });
    await Promise.all(tenants.map((tenant) => publishSpins(service, tenant, 20)));
    const readHeaders = (...names: string[]) =>
      healthy.requests.map(({ headers }) => names.map((name) => headers[name]).join(" "));
    await eventually(() => expect(new Set(readHeaders("webhook-id")).size).toBe(200), 90_000);
    // On a busy machine an attempt may time out and be followed by another one; no attempt is sent twice.
    const attempts = readHeaders("webhook-id", "webhook-attempt");
    expect(new Set(attempts).size).toBe(attempts.length);
    // With one queue for all businesses, the others would have waited until these attempts had ended. `npm run chaos` measures the delay with 10,000.
    expect(await countDeliveries(service, slow.businessId, "pending")).toBeGreaterThan(200);
  },
);

test("deliveries that wait during the backoff of a failing endpoint use no attempts", async () => {
  const service = await fixtures.startService({ WEBHOOK_RETRY_SCHEDULE: "1h" });
  const tenant = service.newTenant();
  const broken = await fixtures.startReceiver(() => 500);
  const { _id: endpointId } = await registerEndpoint(tenant, { url: broken.url });
  await insertDeliveries(tenant, endpointId, 60);
  await eventually(async () => {
    const lane = await getLanes(service).findOne({ _id: endpointId });
    expect(lane).toMatchObject({ wakeAt: lane?.pace?.notBefore });
    expect(lane?.pace?.coolMs).toBeGreaterThanOrEqual(4000);
    // The ping of `insertDeliveries` is the 61st.
    expect(await getDeliveries(tenant).count({ attempt: 0 })).toBe(61 - broken.requests.length);
  });
  expect(broken.requests.length).toBeLessThan(30);
});

test("an endpoint with a rate limit is due again when its rate allows the next attempt", async () => {
  const service = await fixtures.startService();
  const tenant = service.newTenant();
  const receiver = await fixtures.startReceiver();
  const { _id: endpointId } = await registerEndpoint(tenant, { url: receiver.url, ratePerSecond: 0.1 });
  const startedAt = Date.now();
  await publishSpins(service, tenant, 10);
  await eventually(async () => {
    const lane = await getLanes(service).findOne({ _id: endpointId });
    expect(lane?.pace?.tokensAt).toBeDefined();
    expect(lane).toMatchObject({ wakeAt: lane?.pace?.notBefore });
    expect(Number(lane?.wakeAt) - Number(lane?.pace?.tokensAt)).toBe(10_000);
  });
  const pending = await countDeliveries(service, tenant.businessId, "pending");
  // Usually one attempt; on a busy machine the rate may have allowed the next one before this line runs.
  const allowed = 1 + Math.floor((Date.now() - startedAt) / 10_000);
  expect(receiver.requests.length).toBeLessThanOrEqual(allowed);
  expect(pending).toBeGreaterThanOrEqual(10 - allowed);
});
