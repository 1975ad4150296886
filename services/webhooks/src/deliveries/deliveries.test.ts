import { eventually } from "@tenant-ops/kit/testing";
import { WithdrawalApprovedSchema } from "@tenant-ops/proto/supply";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type Answer,
  announce,
  type Details,
  get,
  logOf,
  post,
  type Received,
  type Receiver,
  register,
  settledLog,
  spin,
  startReceiver,
  startWebhooks,
  type LogEntry,
  type WebhookService,
} from "../testing.js";

let service: WebhookService;
const open: Receiver[] = [];
beforeAll(async () => void (service = await startWebhooks()));
afterAll(() => service.close());
afterEach(() => Promise.all(open.splice(0).map((receiver) => receiver.close())));

async function receiver(answer?: Answer): Promise<Receiver> {
  const started = await startReceiver(answer);
  open.push(started);
  return started;
}

const idOf = ({ headers }: Received) => headers["webhook-id"];

describe("an event of a vertical", () => {
  test("ends as one signed request that the official library accepts, and stands as delivered in the log", async () => {
    const tenant = service.newTenant();
    const shop = await receiver();
    const { secret, endpointId } = await register(tenant, { url: shop.url });

    await spin(service, tenant, "spn_7");

    const [entry, ...rest] = await settledLog(tenant, 1);
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

  test("reaches only those who subscribed to its type", async () => {
    const tenant = service.newTenant();
    const [standard, everything, supply] = [await receiver(), await receiver(), await receiver()];
    await register(tenant, { url: standard.url });
    await register(tenant, { url: everything.url, events: ["*"] });
    await register(tenant, { url: supply.url, events: ["withdrawal.created"] });

    await announce(service, tenant, WithdrawalApprovedSchema, {
      withdrawalId: "wdr_1",
      stockId: "stk_1",
      serviceCenterId: "ctr_1",
      workerId: "w1",
      withdrawalType: "insumos",
      quantity: 4,
      stockBefore: 10,
      stockAfter: 6,
    });

    await settledLog(tenant, 2);
    expect([standard, everything, supply].map(({ requests }) => requests.length)).toEqual([0, 1, 1]);
    expect(JSON.parse(supply.requests[0]?.body ?? "")).toMatchObject({
      type: "withdrawal.created",
      data: { quantity: 4, stockAfter: 6 },
    });
  });

  test("is nobody else's: another business's endpoints and log know nothing of it", async () => {
    const [tenant, stranger] = [service.newTenant(), service.newTenant()];
    const [own, foreign] = [await receiver(), await receiver()];
    await register(tenant, { url: own.url });
    await register(stranger, { url: foreign.url, events: ["*"] });
    await spin(service, tenant);
    const [entry] = await settledLog(tenant, 1);
    expect(foreign.requests).toEqual([]);
    expect(await logOf(stranger)).toEqual([]);
    const answers = await Promise.all(
      [entry?.traceId, "trc_nothing"].map(async (id) => {
        const response = await stranger.http("GET", `/v1/public/webhooks/${id}`);
        return [response.status, ((await response.json()) as { error: string }).error];
      }),
    );
    expect(answers).toEqual([
      [404, "webhook_delivery_not_found"],
      [404, "webhook_delivery_not_found"],
    ]);
    expect((await post(stranger, `/${entry?.traceId}/redeliver`)).status).toBe(404);
  });
});

describe("a delivery", () => {
  test("to a receiver that always answers 500 with maxAttempts 4 makes exactly 4 requests and has failed", async () => {
    const tenant = service.newTenant();
    const shop = await receiver(() => 500);
    await register(tenant, { url: shop.url, maxAttempts: 4 });
    await spin(service, tenant);
    const [entry] = await settledLog(tenant, 1);
    expect(entry).toMatchObject({ status: "failed", deliveryAttempt: 4 });
    expect(shop.requests).toHaveLength(4);
    const details = await get<Details>(tenant, `/${entry?.traceId}`);
    expect(details.attempts.map(({ attempt, code }) => [attempt, code])).toEqual([
      [1, 500],
      [2, 500],
      [3, 500],
      [4, 500],
    ]);
  });

  test("refused twice with 401 and then accepted is delivered at attempt 3, with the same bytes and id each time", async () => {
    const tenant = service.newTenant();
    const shop = await receiver((_, count) => (count < 3 ? 401 : 204));
    const { secret } = await register(tenant, { url: shop.url });
    await spin(service, tenant);
    const [entry] = await settledLog(tenant, 1);
    expect(entry).toMatchObject({ status: "delivered", deliveryAttempt: 3 });
    expect(shop.requests).toHaveLength(3);
    expect(new Set(shop.requests.map(({ body }) => body)).size).toBe(1);
    expect(new Set(shop.requests.map(idOf)).size).toBe(1);
    expect(shop.requests.map(({ headers }) => headers["webhook-attempt"])).toEqual(["1", "2", "3"]);
    for (const request of shop.requests) shop.verify(request, secret);
  });

  test("answered 200 with an error in the body is delivered", async () => {
    const tenant = service.newTenant();
    const shop = await receiver(() => ({ status: 200, body: '{"error":"no"}' }));
    await register(tenant, { url: shop.url });
    await spin(service, tenant);
    expect(await settledLog(tenant, 1)).toMatchObject([{ status: "delivered", deliveryAttempt: 1 }]);
  });

  test.each([301, 302, 303, 307, 308])(
    "answered %i is not delivered, and the redirect is never followed",
    async (status) => {
      const tenant = service.newTenant();
      const target = await receiver();
      const shop = await receiver(() => ({ status, headers: { location: target.url } }));
      await register(tenant, { url: shop.url, maxAttempts: 2 });
      await spin(service, tenant);
      expect(await settledLog(tenant, 1)).toMatchObject([{ status: "failed", deliveryAttempt: 2 }]);
      expect(target.requests).toEqual([]);
    },
  );

  test("that is sent again twice by hand is two more deliveries with trace ids of their own and the same webhook-id", async () => {
    const tenant = service.newTenant();
    const shop = await receiver();
    await register(tenant, { url: shop.url });
    await spin(service, tenant);
    const [first] = await settledLog(tenant, 1);
    const again = [
      await post<LogEntry>(tenant, `/${first?.traceId}/redeliver`),
      await post<LogEntry>(tenant, `/${first?.traceId}/redeliver`),
    ];
    expect(again.map(({ status }) => status)).toEqual([202, 202]);
    const log = await settledLog(tenant, 3);
    expect(new Set(log.map(({ traceId }) => traceId)).size).toBe(3);
    expect(new Set(log.map(({ webhookId }) => webhookId)).size).toBe(1);
    expect(shop.requests).toHaveLength(3);
    expect(new Set(shop.requests.map(({ body }) => body)).size).toBe(1);
    expect(log.at(-1)).toEqual(first);
  });

  test("sent again by hand under one Idempotency-Key is one delivery", async () => {
    const tenant = service.newTenant();
    const shop = await receiver();
    await register(tenant, { url: shop.url });
    await spin(service, tenant);
    const [first] = await settledLog(tenant, 1);
    const key = { "idempotency-key": "again-1" };
    const one = await post<LogEntry>(tenant, `/${first?.traceId}/redeliver`, undefined, key);
    const two = await post<LogEntry>(tenant, `/${first?.traceId}/redeliver`, undefined, key);
    expect(two.body).toEqual(one.body);
    expect(await settledLog(tenant, 2)).toHaveLength(2);
  });

  test("honours Retry-After of a 429", async () => {
    const tenant = service.newTenant();
    const shop = await receiver((_, count) => (count === 1 ? { status: 429, headers: { "retry-after": "2" } } : 204));
    await register(tenant, { url: shop.url });
    await spin(service, tenant);
    await settledLog(tenant, 1);
    const [one, two] = shop.requests;
    expect((two?.at ?? 0) - (one?.at ?? 0)).toBeGreaterThanOrEqual(1950);
  });
});

describe("the log", () => {
  test("is an array of the last 20, newest first", async () => {
    const tenant = service.newTenant();
    const shop = await receiver();
    await register(tenant, { url: shop.url });
    for (let index = 0; index < 23; index += 1) await spin(service, tenant, `spn_${index}`);
    await eventually(() => expect(shop.requests).toHaveLength(23));
    const log = await settledLog(tenant, 20);
    expect(log).toHaveLength(20);
    expect(log.map(({ createdAt }) => createdAt)).toEqual(
      log
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    );
  });

  test("is not for those who did not come through the gateway", async () => {
    expect((await fetch(`${service.httpUrl}/v1/public/webhooks`)).status).toBe(401);
    expect((await fetch(`${service.httpUrl}/v1/public/webhooks/events`)).status).toBe(401);
  });
});

describe("the metrics", () => {
  test("tell how deliveries go, and name no business and no URL", async () => {
    const tenant = service.newTenant();
    const shop = await receiver();
    await register(tenant, { url: shop.url });
    await spin(service, tenant);
    await settledLog(tenant, 1);
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
