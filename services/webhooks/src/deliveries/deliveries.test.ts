import { eventually } from "@tenant-ops/kit/testing";
import { WithdrawalApprovedSchema } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createFixtures,
  publishEvent,
  type DeliveryReply,
  get,
  readLog,
  post,
  type ReceivedRequest,
  registerEndpoint,
  waitForAttempt,
  waitForFinalLog,
  publishSpin,
  startWebhooks,
  type LogEntry,
  type WebhookService,
} from "../testing.js";

let service: WebhookService;
const { startReceiver } = createFixtures();
beforeAll(async () => void (service = await startWebhooks()));
afterAll(() => service.close());

const getWebhookId = ({ headers }: ReceivedRequest) => headers["webhook-id"];

describe("an event", () => {
  test("becomes one signed request that the official library accepts, and the log shows it as delivered", async () => {
    const tenant = service.newTenant();
    const shop = await startReceiver();
    const { secret, _id: endpointId } = await registerEndpoint(tenant, { url: shop.url });

    await publishSpin(service, tenant, "spn_7");

    const [entry, ...rest] = await waitForFinalLog(tenant, 1);
    expect(rest).toEqual([]);
    expect(shop.requests).toHaveLength(1);
    const [request] = shop.requests;
    const envelope = shop.verify(request, secret);
    expect(envelope).toMatchObject({ type: "spin.completed", businessId: tenant.businessId, version: 1 });
    expect(envelope.data).toEqual({
      spinId: "spn_7",
      rouletteId: "rou_1",
      userId: "user-1",
      result: "won",
      giftIndex: 0,
      typeOfGift: "Points",
      prizeId: "prz_1",
    });
    expect(Object.keys(entry ?? {}).toSorted()).toEqual([
      "createdAt",
      "deliveryAttempt",
      "endpointId",
      "event",
      "status",
      "traceId",
      "webhookId",
    ]);
    expect(entry).toMatchObject({
      webhookId: envelope.id,
      event: "spin.completed",
      status: "delivered",
      deliveryAttempt: 1,
      endpointId,
    });
    expect(entry?.webhookId).toBe(request?.headers["webhook-id"]);
    expect(entry?.traceId).toBe(request?.headers["webhook-trace-id"]);
    expect(new Date(entry?.createdAt ?? "").toISOString()).toBe(entry?.createdAt);
  });

  test("reaches only the endpoints that subscribed to its type", async () => {
    const tenant = service.newTenant();
    const [standard, everything, supply] = [await startReceiver(), await startReceiver(), await startReceiver()];
    await registerEndpoint(tenant, { url: standard.url });
    await registerEndpoint(tenant, { url: everything.url, events: ["*"] });
    await registerEndpoint(tenant, { url: supply.url, events: ["withdrawal.created"] });

    await publishEvent(service, tenant, WithdrawalApprovedSchema, {
      withdrawalId: "wdr_1",
      stockId: "stk_1",
      serviceCenterId: "ctr_1",
      workerId: "w1",
      withdrawalType: "insumos",
      quantity: 4,
      stockBefore: 10,
      stockAfter: 6,
    });

    await waitForFinalLog(tenant, 2);
    expect([standard, everything, supply].map(({ requests }) => requests.length)).toEqual([0, 1, 1]);
    expect(JSON.parse(supply.requests[0]?.body ?? "")).toMatchObject({
      type: "withdrawal.created",
      data: { quantity: 4, stockAfter: 6 },
    });
  });

  test("reaches no endpoint of another business, and is not in its log", async () => {
    const [tenant, otherTenant] = [service.newTenant(), service.newTenant()];
    const [own, other] = [await startReceiver(), await startReceiver()];
    await registerEndpoint(tenant, { url: own.url });
    await registerEndpoint(otherTenant, { url: other.url, events: ["*"] });
    await publishSpin(service, tenant);
    const [entry] = await waitForFinalLog(tenant, 1);
    expect(other.requests).toEqual([]);
    expect(await readLog(otherTenant)).toEqual([]);
    const answers = await Promise.all(
      [entry?.traceId, "trc_nothing"].map(async (id) => {
        const response = await otherTenant.http("GET", `/v1/public/webhooks/deliveries/${id}`);
        return [response.status, ((await response.json()) as { error: string }).error];
      }),
    );
    expect(answers).toEqual([
      [404, "webhook_delivery_not_found"],
      [404, "webhook_delivery_not_found"],
    ]);
    expect((await post(otherTenant, `/deliveries/${entry?.traceId}/redeliver`)).status).toBe(404);
  });
});

describe("a delivery", () => {
  test("to a receiver that always answers 500 fails after exactly maxAttempts requests", async () => {
    const tenant = service.newTenant();
    const shop = await startReceiver(() => 500);
    await registerEndpoint(tenant, { url: shop.url, maxAttempts: 4 });
    await publishSpin(service, tenant);
    const [entry] = await waitForFinalLog(tenant, 1);
    expect(entry).toMatchObject({ status: "failed", deliveryAttempt: 4 });
    expect(shop.requests).toHaveLength(4);
    const details = await get<DeliveryReply>(tenant, `/deliveries/${entry?.traceId}`);
    expect(details.attempts.map(({ attempt, code }) => [attempt, code])).toEqual([
      [1, 500],
      [2, 500],
      [3, 500],
      [4, 500],
    ]);
  });

  test("that is answered 401 twice and then 204 is delivered at attempt 3, with the same bytes and id each time", async () => {
    const tenant = service.newTenant();
    const shop = await startReceiver((_, count) => (count < 3 ? 401 : 204));
    const { secret } = await registerEndpoint(tenant, { url: shop.url });
    await publishSpin(service, tenant);
    const [entry] = await waitForFinalLog(tenant, 1);
    expect(entry).toMatchObject({ status: "delivered", deliveryAttempt: 3 });
    expect(shop.requests).toHaveLength(3);
    expect(new Set(shop.requests.map(({ body }) => body)).size).toBe(1);
    expect(new Set(shop.requests.map(getWebhookId)).size).toBe(1);
    expect(shop.requests.map(({ headers }) => headers["webhook-attempt"])).toEqual(["1", "2", "3"]);
    for (const request of shop.requests) shop.verify(request, secret);
  });

  test("answered 200 with an error in the body is delivered", async () => {
    const tenant = service.newTenant();
    const shop = await startReceiver(() => ({ status: 200, body: '{"error":"no"}' }));
    await registerEndpoint(tenant, { url: shop.url });
    await publishSpin(service, tenant);
    expect(await waitForFinalLog(tenant, 1)).toMatchObject([{ status: "delivered", deliveryAttempt: 1 }]);
  });

  test.each([301, 302, 303, 307, 308])(
    "answered %i is not delivered, and the redirect is never followed",
    async (status) => {
      const tenant = service.newTenant();
      const target = await startReceiver();
      const shop = await startReceiver(() => ({ status, headers: { location: target.url } }));
      await registerEndpoint(tenant, { url: shop.url, maxAttempts: 2 });
      await publishSpin(service, tenant);
      expect(await waitForFinalLog(tenant, 1)).toMatchObject([{ status: "failed", deliveryAttempt: 2 }]);
      expect(target.requests).toEqual([]);
    },
  );

  test("that is redelivered twice becomes two more deliveries with the same webhook-id and new trace ids", async () => {
    const tenant = service.newTenant();
    const shop = await startReceiver();
    await registerEndpoint(tenant, { url: shop.url });
    await publishSpin(service, tenant);
    const [first] = await waitForFinalLog(tenant, 1);
    const again = [
      await post<LogEntry>(tenant, `/deliveries/${first?.traceId}/redeliver`),
      await post<LogEntry>(tenant, `/deliveries/${first?.traceId}/redeliver`),
    ];
    expect(again.map(({ status }) => status)).toEqual([202, 202]);
    const log = await waitForFinalLog(tenant, 3);
    expect(new Set(log.map(({ traceId }) => traceId)).size).toBe(3);
    expect(new Set(log.map(({ webhookId }) => webhookId)).size).toBe(1);
    expect(shop.requests).toHaveLength(3);
    expect(new Set(shop.requests.map(({ body }) => body)).size).toBe(1);
    expect(log.at(-1)).toEqual(first);
  });

  test("that is redelivered twice with one Idempotency-Key becomes one more delivery", async () => {
    const tenant = service.newTenant();
    const shop = await startReceiver();
    await registerEndpoint(tenant, { url: shop.url });
    await publishSpin(service, tenant);
    const [first] = await waitForFinalLog(tenant, 1);
    const key = { "idempotency-key": "again-1" };
    const one = await post<LogEntry>(tenant, `/deliveries/${first?.traceId}/redeliver`, undefined, key);
    const two = await post<LogEntry>(tenant, `/deliveries/${first?.traceId}/redeliver`, undefined, key);
    expect(two.body).toEqual(one.body);
    expect(await waitForFinalLog(tenant, 2)).toHaveLength(2);
  });

  test("answered 429 with Retry-After is due again after that time", async () => {
    const tenant = service.newTenant();
    const shop = await startReceiver(() => ({ status: 429, headers: { "retry-after": "3600" } }));
    const { _id: endpointId } = await registerEndpoint(tenant, { url: shop.url });
    const { body } = await post<LogEntry>(tenant, `/endpoints/${endpointId}/ping`);
    const { status, attempts, nextAttemptAt } = await waitForAttempt(tenant, body.traceId);
    expect(status).toBe("pending");
    expect(Date.parse(String(nextAttemptAt)) - Date.parse(String(attempts[0]?.at))).toBeGreaterThanOrEqual(3_600_000);
  });
});

describe("the log", () => {
  test("is an array of the last 20, newest first", async () => {
    const tenant = service.newTenant();
    const shop = await startReceiver();
    await registerEndpoint(tenant, { url: shop.url });
    for (let index = 0; index < 23; index += 1) await publishSpin(service, tenant, `spn_${index}`);
    await eventually(() => expect(shop.requests).toHaveLength(23));
    const log = await waitForFinalLog(tenant, 20);
    expect(log).toHaveLength(20);
    expect(log.map(({ createdAt }) => createdAt)).toEqual(
      log
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
  });

  test("is refused without a call context of the gateway", async () => {
    expect((await fetch(`${service.httpUrl}/v1/public/webhooks`)).status).toBe(401);
    expect((await fetch(`${service.httpUrl}/v1/public/webhooks/events`)).status).toBe(401);
  });
});

describe("the metrics", () => {
  test("count deliveries by outcome, and contain no business and no URL", async () => {
    const tenant = service.newTenant();
    const shop = await startReceiver();
    await registerEndpoint(tenant, { url: shop.url });
    await publishSpin(service, tenant);
    await waitForFinalLog(tenant, 1);
    const page = await (await fetch(`http://127.0.0.1:${service.running.adminPort}/metrics`)).text();
    const own = page.split("\n").filter((line) => line.startsWith("tenantops_webhook_"));
    for (const name of [
      "attempts_total",
      "attempt_seconds_bucket",
      "event_to_delivery_seconds_bucket",
      "oldest_due_seconds",
      "pending",
      "lanes",
      "fenced_total",
      "jetstream_waiting",
    ]) {
      expect(own.some((line) => line.startsWith(`tenantops_webhook_${name}`))).toBe(true);
    }
    expect(own.join("\n")).not.toMatch(/biz_|we_|http/);
    expect(page).toContain('tenantops_webhook_attempts_total{outcome="delivered"');
  });
});
