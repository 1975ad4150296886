import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "./endpoints.rules.js";
import {
  createFixtures,
  getDeliveries,
  getLanes,
  type DeliveryReply,
  type EndpointReply,
  get,
  type LogEntry,
  readLog,
  post,
  registerEndpoint,
  waitForFinalLog,
  publishSpin,
  startWebhooks,
  type WebhooksTenant,
  type WebhookService,
} from "../testing.js";

let service: WebhookService;
const { startReceiver } = createFixtures();
beforeAll(async () => void (service = await startWebhooks()));
afterAll(() => service.close());

async function patch(
  tenant: WebhooksTenant,
  id: string,
  body: unknown,
): Promise<{ status: number; body: EndpointReply }> {
  const response = await tenant.http("PATCH", `/v1/public/webhooks/endpoints/${id}`, { body });
  return { status: response.status, body: (await response.json()) as EndpointReply };
}

const waitForPending = (tenant: WebhooksTenant) =>
  eventually(async () => {
    const log = await readLog(tenant);
    if (log.length === 0) throw new Error("no delivery yet");
    return log;
  });

/** Waits until the lane is paused: from then on nothing is sent. */
const waitForPause = (endpointId: string) =>
  eventually(async () => expect(await getLanes(service).findOne({ _id: endpointId })).toMatchObject({ parked: true }));

describe("an endpoint", () => {
  test("gets spins when it names no events, and its secret is shown once", async () => {
    const tenant = service.newTenant();
    const made = await registerEndpoint(tenant, { url: "http://127.0.0.1:9999/hook", description: "shop" });
    expect(made).toMatchObject({
      events: ["spin.completed"],
      status: "enabled",
      description: "shop",
      stats: { failures: 0 },
    });
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const answers = [await get(tenant, "/endpoints"), await get(tenant, `/endpoints/${made._id}`)];
    expect(JSON.stringify(answers)).not.toContain("whsec_");
    expect(JSON.stringify(answers)).toContain(made._id);
  });

  test("has its secret stored encrypted, and not in the idempotency record", async () => {
    const tenant = service.newTenant();
    const headers = { "idempotency-key": "make-1" };
    const one = await post<EndpointReply>(tenant, "/endpoints", { url: "http://127.0.0.1:9999/" }, headers);
    const two = await post<EndpointReply>(tenant, "/endpoints", { url: "http://127.0.0.1:9999/" }, headers);
    expect(two.body._id).toBe(one.body._id);
    expect(two.body.secret).toBe(one.body.secret);
    const stored = await tenant.scope().collection<Endpoint>("endpoints").find({});
    const idempotencyRecords = await service.running.context.db
      .infrastructure("idempotency")
      .find({ businessId: tenant.businessId })
      .toArray();
    expect(stored).toHaveLength(1);
    expect(idempotencyRecords).toHaveLength(1);
    expect(JSON.stringify([stored, idempotencyRecords])).not.toContain(one.body.secret.slice(6, 20));
  });

  test("is one of at most 20 of its business, also when many are created at once", async () => {
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
  ])("is refused with the name of the invalid field: %j", async (body, field) => {
    const answer = await post<{ error: string; detail: string }>(service.newTenant(), "/endpoints", body);
    expect([answer.status, answer.body.error]).toEqual([422, "invalid_argument"]);
    expect(answer.body.detail).toContain(field);
  });

  test("of another business gets the answers of one that does not exist", async () => {
    const { _id: endpointId } = await registerEndpoint(service.newTenant(), { url: "http://127.0.0.1:9999/" });
    const otherTenant = service.newTenant();
    const asked = ["we_nothing", endpointId].map(async (id) => {
      const path = `/v1/public/webhooks/endpoints/${id}`;
      const answers = [
        await otherTenant.http("GET", path),
        await otherTenant.http("PATCH", path, { body: { description: "x" } }),
        await otherTenant.http("DELETE", path),
        ...(await Promise.all(
          ["enable", "ping", "rotate-secret"].map((verb) => otherTenant.http("POST", `${path}/${verb}`)),
        )),
        await otherTenant.http("POST", `${path}/recover`, {
          body: { since: new Date(Date.now() - 1000).toISOString() },
        }),
      ];
      return Promise.all(
        answers.map(async (answer) => [answer.status, ((await answer.json()) as { error: string }).error]),
      );
    });
    const [missing, other] = await Promise.all(asked);
    expect(other).toEqual(missing);
    expect(new Set(other?.map(String))).toEqual(new Set(["404,webhook_endpoint_not_found"]));
  });

  test("gets one request for a ping, and other endpoints get none", async () => {
    const tenant = service.newTenant();
    const [shop, other] = [await startReceiver(), await startReceiver()];
    const { _id: endpointId, secret } = await registerEndpoint(tenant, { url: shop.url });
    await registerEndpoint(tenant, { url: other.url, events: ["*"] });
    const { status, body } = await post<LogEntry>(tenant, `/endpoints/${endpointId}/ping`);
    expect([status, body.event, body.status]).toEqual([202, "webhook.ping", "pending"]);
    await waitForFinalLog(tenant, 1);
    expect(shop.verify(shop.requests[0], secret)).toMatchObject({ type: "webhook.ping", data: { endpointId } });
    expect(other.requests).toEqual([]);
  });

  test("that is disabled gets nothing until it is enabled, and then the deliveries that waited", async () => {
    const tenant = service.newTenant();
    const shop = await startReceiver();
    const { _id: endpointId } = await registerEndpoint(tenant, { url: shop.url });
    expect((await patch(tenant, endpointId, { status: "disabled" })).body).toMatchObject({
      status: "disabled",
      disabledReason: "tenant",
    });
    await publishSpin(service, tenant);
    expect(await waitForPending(tenant)).toMatchObject([{ status: "pending", deliveryAttempt: 0 }]);
    await waitForPause(endpointId);
    expect(shop.requests).toEqual([]);
    expect((await post<{ error: string }>(tenant, `/endpoints/${endpointId}/ping`)).body.error).toBe(
      "webhook_endpoint_disabled",
    );

    const enabled = await post<EndpointReply>(tenant, `/endpoints/${endpointId}/enable`);
    expect(enabled.body.status).toBe("enabled");
    expect(enabled.body.disabledReason).toBeUndefined();
    expect(await waitForFinalLog(tenant, 1)).toMatchObject([{ status: "delivered", deliveryAttempt: 1 }]);
    expect(shop.requests).toHaveLength(1);
  });

  test("that is deleted fails its pending deliveries with the reason, and they cannot be redelivered", async () => {
    const tenant = service.newTenant();
    const shop = await startReceiver();
    const { _id: endpointId } = await registerEndpoint(tenant, { url: shop.url });
    await patch(tenant, endpointId, { status: "disabled" });
    await publishSpin(service, tenant);
    const [waiting] = await waitForPending(tenant);
    const deleted = await tenant.http("DELETE", `/v1/public/webhooks/endpoints/${endpointId}`);
    expect([deleted.status, await deleted.text()]).toEqual([204, ""]);
    expect(await waitForFinalLog(tenant, 1)).toMatchObject([{ status: "failed", deliveryAttempt: 0 }]);
    expect(await get<DeliveryReply>(tenant, `/deliveries/${waiting?.traceId}`)).toMatchObject({
      reason: "endpoint_deleted",
    });
    expect((await post<{ error: string }>(tenant, `/deliveries/${waiting?.traceId}/redeliver`)).body.error).toBe(
      "webhook_endpoint_deleted",
    );
    expect(shop.requests).toEqual([]);
    expect(await get<{ count: number }>(tenant, "/endpoints")).toMatchObject({ count: 0 });
  });

  test("that answers 410 is disabled at once, and the other endpoints get a system notice", async () => {
    const tenant = service.newTenant();
    const [gone, other] = [await startReceiver(() => 410), await startReceiver()];
    const { _id: endpointId } = await registerEndpoint(tenant, { url: gone.url });
    const { secret } = await registerEndpoint(tenant, { url: other.url, events: ["stock.low"] });
    await publishSpin(service, tenant);
    await eventually(() => expect(other.requests).toHaveLength(1));
    expect(other.verify(other.requests[0], secret)).toMatchObject({
      type: "webhook.endpoint.disabled",
      data: { endpointId, reason: "gone" },
    });
    expect(await get(tenant, `/endpoints/${endpointId}`)).toMatchObject({ status: "disabled", disabledReason: "gone" });
    await waitForPause(endpointId);
    expect(gone.requests).toHaveLength(1);
    const log = await readLog(tenant);
    expect(log.find((entry) => entry.endpointId === endpointId)).toMatchObject({
      status: "pending",
      deliveryAttempt: 1,
    });
  });

  test("that fails for days is disabled after a warning, and the other endpoints get both notices", async () => {
    const tenant = service.newTenant();
    const [broken, other] = [await startReceiver(() => 500), await startReceiver()];
    const { _id: endpointId } = await registerEndpoint(tenant, { url: broken.url, maxAttempts: 1 });
    await registerEndpoint(tenant, { url: other.url, events: ["stock.low"] });
    const stats = async (given: Partial<Endpoint["stats"]>) => {
      const set = Object.fromEntries(Object.entries(given).map(([name, value]) => [`stats.${name}`, value]));
      await tenant.scope().collection<Endpoint>("endpoints").updateOne({ _id: endpointId }, { $set: set });
    };
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000);
    await stats({ failures: 25, failingSince: daysAgo(6) });
    await publishSpin(service, tenant, "spn_1");
    await eventually(() =>
      expect(other.requests.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
        "webhook.endpoint.failing",
      ]),
    );
    expect(await get(tenant, `/endpoints/${endpointId}`)).toMatchObject({ status: "enabled" });
    await stats({ warnedAt: daysAgo(2) });
    await publishSpin(service, tenant, "spn_2");
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

  test("gets failed deliveries of a time range again as new deliveries of the same events", async () => {
    const tenant = service.newTenant();
    let isBroken = true;
    const shop = await startReceiver(() => (isBroken ? 500 : 204));
    const { _id: endpointId } = await registerEndpoint(tenant, { url: shop.url, maxAttempts: 1 });
    const since = new Date(Date.now() - 1000).toISOString();
    await publishSpin(service, tenant, "spn_1");
    await publishSpin(service, tenant, "spn_2");
    const failed = await waitForFinalLog(tenant, 2);
    expect(failed.map(({ status }) => status)).toEqual(["failed", "failed"]);
    isBroken = false;
    const { status } = await post(tenant, `/endpoints/${endpointId}/recover`, { since });
    expect(status).toBe(202);
    const log = await waitForFinalLog(tenant, 4);
    expect(log.map((entry) => entry.status).toSorted()).toEqual(["delivered", "delivered", "failed", "failed"]);
    expect(new Set(log.map(({ webhookId }) => webhookId)).size).toBe(2);
  });
});

describe("a secret that is rotated", () => {
  test("signs together with the new one during the overlap, and not after it", async () => {
    const tenant = service.newTenant();
    const shop = await startReceiver();
    const made = await registerEndpoint(tenant, { url: shop.url });
    const rotated = await post<EndpointReply>(tenant, `/endpoints/${made._id}/rotate-secret`);
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(made.secret);
    await publishSpin(service, tenant, "spn_1");
    await waitForFinalLog(tenant, 1);
    const [both] = shop.requests;
    expect(shop.verify(both, made.secret)).toEqual(shop.verify(both, rotated.body.secret));
    expect(String(both?.headers["webhook-signature"]).split(" ")).toHaveLength(2);

    const last = await post<EndpointReply>(tenant, `/endpoints/${made._id}/rotate-secret`, { overlapHours: 0 });
    await publishSpin(service, tenant, "spn_2");
    await eventually(() => expect(shop.requests).toHaveLength(2));
    expect(shop.verify(shop.requests[1], last.body.secret)).toMatchObject({ type: "spin.completed" });
    expect(() => shop.verify(shop.requests[1], rotated.body.secret)).toThrow("No matching signature");
    expect(JSON.stringify(await get(tenant, `/endpoints/${made._id}`))).not.toContain("whsec_");
  });
});

describe("a stored delivery", () => {
  test("gets its expiry with its final status", async () => {
    const tenant = service.newTenant();
    const shop = await startReceiver();
    const { _id: endpointId } = await registerEndpoint(tenant, { url: shop.url });
    await publishSpin(service, tenant, "spn_1");
    await waitForFinalLog(tenant, 1);
    await patch(tenant, endpointId, { status: "disabled" });
    await publishSpin(service, tenant, "spn_2");
    await eventually(async () => expect(await readLog(tenant)).toHaveLength(2));
    const stored = await getDeliveries(tenant).find({});
    const expiry = Object.fromEntries(stored.map(({ status, expireAt }) => [status, expireAt !== undefined]));
    expect(expiry).toEqual({ delivered: true, pending: false });
  });
});
