import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Delivery } from "../deliveries/deliveries.store.js";
import type { Endpoint } from "./endpoints.store.js";
import {
  type Answer,
  type Details,
  type EndpointAnswer,
  get,
  type LogEntry,
  logOf,
  post,
  type Receiver,
  register,
  settledLog,
  spin,
  startReceiver,
  startWebhooks,
  type Tenant,
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

async function patch(tenant: Tenant, id: string, body: unknown): Promise<{ status: number; body: EndpointAnswer }> {
  const response = await tenant.http("PATCH", `/v1/public/webhooks/endpoints/${id}`, { body });
  return { status: response.status, body: (await response.json()) as EndpointAnswer };
}

const pendingOf = (tenant: Tenant) =>
  eventually(async () => {
    const log = await logOf(tenant);
    if (log.length === 0) throw new Error("no delivery yet");
    return log;
  });

describe("an endpoint", () => {
  test("is made for spins when it does not say more, and its secret is shown once", async () => {
    const tenant = service.newTenant();
    const made = await register(tenant, { url: "http://127.0.0.1:9999/hook", description: "shop" });
    expect(made).toMatchObject({
      events: ["spin.completed"],
      status: "enabled",
      description: "shop",
      stats: { failures: 0 },
    });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const answers = [await get(tenant, "/endpoints"), await get(tenant, `/endpoints/${made.endpointId}`)];
    expect(JSON.stringify(answers)).not.toContain("whsec_");
    expect(JSON.stringify(answers)).toContain(made.endpointId);
  });

  test("keeps its secret encrypted, also in what is kept for repeated requests", async () => {
    const tenant = service.newTenant();
    const headers = { "idempotency-key": "make-1" };
    const one = await post<EndpointAnswer>(tenant, "/endpoints", { url: "http://127.0.0.1:9999/" }, headers);
    const two = await post<EndpointAnswer>(tenant, "/endpoints", { url: "http://127.0.0.1:9999/" }, headers);
    expect(two.body.endpointId).toBe(one.body.endpointId);
    expect(two.body.secret).toBe(one.body.secret);
    const stored = await tenant.scope().collection<Endpoint>("endpoints").find({});
    const kept = await service.running.context.db
      .infrastructure("idempotency")
      .find({ businessId: tenant.businessId })
      .toArray();
    expect(stored).toHaveLength(1);
    expect(kept).toHaveLength(1);
    expect(JSON.stringify([stored, kept])).not.toContain(one.body.secret.slice(6, 20));
  });

  test("of a business is one of at most 20, also when many are made at once", async () => {
    const tenant = service.newTenant();
    const made = await Promise.all(
      Array.from({ length: 24 }, () =>
        post<{ error?: string }>(tenant, "/endpoints", { url: "http://127.0.0.1:9999/" }),
      ),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(made.filter(({ status }) => status !== 201).map(({ status, body }) => [status, body.error])).toEqual(
      Array(4).fill([409, "webhook_endpoint_limit"]),
    );
  });

  test.each([
    [{ url: "http://127.0.0.1:9999/", events: ["spin.finished"] }, "events"],
    [{ url: "http://127.0.0.1:9999/", events: [] }, "events"],
    [{ url: "http://127.0.0.1:9999/", maxAttempts: 0 }, "maxAttempts"],
    [{ url: "http://127.0.0.1:9999/", colour: "red" }, "colour"],
    [{ url: { $gt: "" } }, "url"],
    [{}, "url"],
  ])("is refused with the name of the wrong field: %j", async (body, field) => {
    const answer = await post<{ error: string; detail: string }>(service.newTenant(), "/endpoints", body);
    expect([answer.status, answer.body.error]).toEqual([422, "invalid_argument"]);
    expect(answer.body.detail).toContain(field);
  });

  test("of another business does not exist, whatever is asked of it", async () => {
    const { endpointId } = await register(service.newTenant(), { url: "http://127.0.0.1:9999/" });
    const stranger = service.newTenant();
    const asked = ["we_nothing", endpointId].map(async (id) => {
      const path = `/v1/public/webhooks/endpoints/${id}`;
      const answers = [
        await stranger.http("GET", path),
        await stranger.http("PATCH", path, { body: { description: "x" } }),
        await stranger.http("DELETE", path),
        ...(await Promise.all(
          ["enable", "ping", "rotate-secret"].map((verb) => stranger.http("POST", `${path}/${verb}`)),
        )),
        await stranger.http("POST", `${path}/recover`, { body: { since: new Date(Date.now() - 1000).toISOString() } }),
      ];
      return Promise.all(
        answers.map(async (answer) => [answer.status, ((await answer.json()) as { error: string }).error]),
      );
    });
    const [nothing, foreign] = await Promise.all(asked);
    expect(foreign).toEqual(nothing);
    expect(new Set(foreign?.map(String))).toEqual(new Set(["404,webhook_endpoint_not_found"]));
  });

  test("answers a ping with one request to it alone", async () => {
    const tenant = service.newTenant();
    const [shop, other] = [await receiver(), await receiver()];
    const { endpointId, secret } = await register(tenant, { url: shop.url });
    await register(tenant, { url: other.url, events: ["*"] });
    const { status, body } = await post<LogEntry>(tenant, `/endpoints/${endpointId}/ping`);
    expect([status, body.event, body.status]).toEqual([202, "webhook.ping", "pending"]);
    await settledLog(tenant, 1);
    expect(shop.verify(shop.requests[0], secret)).toMatchObject({ type: "webhook.ping", data: { endpointId } });
    expect(other.requests).toEqual([]);
  });

  test("that is disabled lets its deliveries wait, and goes on with them when it is enabled", async () => {
    const tenant = service.newTenant();
    const shop = await receiver();
    const { endpointId } = await register(tenant, { url: shop.url });
    expect((await patch(tenant, endpointId, { status: "disabled" })).body).toMatchObject({
      status: "disabled",
      disabledReason: "tenant",
    });
    await spin(service, tenant);
    expect(await pendingOf(tenant)).toMatchObject([{ status: "pending", deliveryAttempt: 0 }]);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(shop.requests).toEqual([]);
    expect((await post<{ error: string }>(tenant, `/endpoints/${endpointId}/ping`)).body.error).toBe(
      "webhook_endpoint_disabled",
    );

    const enabled = await post<EndpointAnswer>(tenant, `/endpoints/${endpointId}/enable`);
    expect(enabled.body.status).toBe("enabled");
    expect(enabled.body.disabledReason).toBeUndefined();
    expect(await settledLog(tenant, 1)).toMatchObject([{ status: "delivered", deliveryAttempt: 1 }]);
    expect(shop.requests).toHaveLength(1);
  });

  test("that is deleted ends its waiting deliveries with the reason, and they cannot be sent again", async () => {
    const tenant = service.newTenant();
    const shop = await receiver();
    const { endpointId } = await register(tenant, { url: shop.url });
    await patch(tenant, endpointId, { status: "disabled" });
    await spin(service, tenant);
    const [waiting] = await pendingOf(tenant);
    expect((await tenant.http("DELETE", `/v1/public/webhooks/endpoints/${endpointId}`)).status).toBe(200);
    expect(await settledLog(tenant, 1)).toMatchObject([{ status: "failed", deliveryAttempt: 0 }]);
    expect(await get<Details>(tenant, `/${waiting?.traceId}`)).toMatchObject({ reason: "endpoint_deleted" });
    expect((await post<{ error: string }>(tenant, `/${waiting?.traceId}/redeliver`)).body.error).toBe(
      "webhook_endpoint_deleted",
    );
    expect(shop.requests).toEqual([]);
    expect(await get<{ count: number }>(tenant, "/endpoints")).toMatchObject({ count: 0 });
  });

  test("that answers 410 is disabled at once, and the others are told", async () => {
    const tenant = service.newTenant();
    const [gone, other] = [await receiver(() => 410), await receiver()];
    const { endpointId } = await register(tenant, { url: gone.url });
    const { secret } = await register(tenant, { url: other.url, events: ["stock.low"] });
    await spin(service, tenant);
    await eventually(() => expect(other.requests).toHaveLength(1));
    expect(other.verify(other.requests[0], secret)).toMatchObject({
      type: "webhook.endpoint.disabled",
      data: { endpointId, reason: "gone" },
    });
    expect(await get(tenant, `/endpoints/${endpointId}`)).toMatchObject({ status: "disabled", disabledReason: "gone" });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(gone.requests).toHaveLength(1);
    const log = await logOf(tenant);
    expect(log.find((entry) => entry.endpointId === endpointId)).toMatchObject({
      status: "pending",
      deliveryAttempt: 1,
    });
  });

  test("that has failed for days is disabled after a warning, and both are told to the others", async () => {
    const tenant = service.newTenant();
    const [broken, other] = [await receiver(() => 500), await receiver()];
    const { endpointId } = await register(tenant, { url: broken.url, maxAttempts: 1 });
    await register(tenant, { url: other.url, events: ["stock.low"] });
    const stats = async (given: Partial<Endpoint["stats"]>) => {
      const set = Object.fromEntries(Object.entries(given).map(([name, value]) => [`stats.${name}`, value]));
      await tenant.scope().collection<Endpoint>("endpoints").updateOne({ _id: endpointId }, { $set: set });
    };
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000);
    await stats({ failures: 25, failingSince: daysAgo(6) });
    await spin(service, tenant, "spn_1");
    await eventually(() =>
      expect(other.requests.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
        "webhook.endpoint.failing",
      ]),
    );
    expect(await get(tenant, `/endpoints/${endpointId}`)).toMatchObject({ status: "enabled" });
    await stats({ warnedAt: daysAgo(2) });
    await spin(service, tenant, "spn_2");
    await eventually(() =>
      expect(other.requests.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toContain(
        "webhook.endpoint.disabled",
      ),
    );
    expect(await get(tenant, `/endpoints/${endpointId}`)).toMatchObject({
      status: "disabled",
      disabledReason: "failing",
    });
  });

  test("recovers what failed in a range: new deliveries of the same events", async () => {
    const tenant = service.newTenant();
    let isBroken = true;
    const shop = await receiver(() => (isBroken ? 500 : 204));
    const { endpointId } = await register(tenant, { url: shop.url, maxAttempts: 1 });
    const since = new Date(Date.now() - 1000).toISOString();
    await spin(service, tenant, "spn_1");
    await spin(service, tenant, "spn_2");
    const failed = await settledLog(tenant, 2);
    expect(failed.map(({ status }) => status)).toEqual(["failed", "failed"]);
    isBroken = false;
    const { status } = await post(tenant, `/endpoints/${endpointId}/recover`, { since });
    expect(status).toBe(202);
    const log = await settledLog(tenant, 4);
    expect(log.map((entry) => entry.status).toSorted()).toEqual(["delivered", "delivered", "failed", "failed"]);
    expect(new Set(log.map(({ webhookId }) => webhookId)).size).toBe(2);
  });

  test("keeps to its rate", async () => {
    const tenant = service.newTenant();
    const shop = await receiver();
    await register(tenant, { url: shop.url, ratePerSecond: 4 });
    for (let index = 0; index < 8; index += 1) await spin(service, tenant, `spn_${index}`);
    await settledLog(tenant, 8);
    const took = (shop.requests.at(-1)?.at ?? 0) - (shop.requests[0]?.at ?? 0);
    expect(took).toBeGreaterThan(700);
  });
});

describe("a secret that is rotated", () => {
  test("signs together with the new one during the overlap, and then no more", async () => {
    const tenant = service.newTenant();
    const shop = await receiver();
    const made = await register(tenant, { url: shop.url });
    const rotated = await post<EndpointAnswer>(tenant, `/endpoints/${made.endpointId}/rotate-secret`);
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(made.secret);
    await spin(service, tenant, "spn_1");
    await settledLog(tenant, 1);
    const [both] = shop.requests;
    expect(shop.verify(both, made.secret)).toEqual(shop.verify(both, rotated.body.secret));
    expect(String(both?.headers["webhook-signature"]).split(" ")).toHaveLength(2);

    const last = await post<EndpointAnswer>(tenant, `/endpoints/${made.endpointId}/rotate-secret`, { overlapHours: 0 });
    await spin(service, tenant, "spn_2");
    await eventually(() => expect(shop.requests).toHaveLength(2));
    expect(shop.verify(shop.requests[1], last.body.secret)).toMatchObject({ type: "spin.completed" });
    expect(() => shop.verify(shop.requests[1], rotated.body.secret)).toThrow("No matching signature");
    expect(JSON.stringify(await get(tenant, `/endpoints/${made.endpointId}`))).not.toContain("whsec_");
  });
});

describe("what is kept", () => {
  test("is thrown away only after it is final", async () => {
    const tenant = service.newTenant();
    const shop = await receiver();
    const { endpointId } = await register(tenant, { url: shop.url });
    await spin(service, tenant, "spn_1");
    await settledLog(tenant, 1);
    await patch(tenant, endpointId, { status: "disabled" });
    await spin(service, tenant, "spn_2");
    await eventually(async () => expect(await logOf(tenant)).toHaveLength(2));
    const kept = await tenant.scope().collection<Delivery>("deliveries").find({});
    const expiry = Object.fromEntries(kept.map(({ status, expireAt }) => [status, expireAt !== undefined]));
    expect(expiry).toEqual({ delivered: true, pending: false });
  });
});
