import { randomBytes } from "node:crypto";
import { createSystemCall } from "@tenant-ops/kit/call";
import { newId } from "@tenant-ops/kit/data";
import { eventually } from "@tenant-ops/kit/testing";
import { afterEach, describe, expect, test } from "vitest";
import { type Delivery, recordOutcomes, markStarted, appendDelivery } from "../deliveries/deliveries.store.js";
import { appendEvent } from "../events/events.store.js";
import type { Lane } from "../lanes/lanes.store.js";
import {
  type Details,
  get,
  listenHttp,
  logOf,
  register,
  settledLog,
  spin,
  spins,
  startReceiver,
  startWebhooks,
  type Tenant,
  type WebhookService,
} from "../testing.js";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function start(settings: Record<string, string> = {}): Promise<WebhookService> {
  const service = await startWebhooks(settings);
  closing.push(() => service.close());
  return service;
}

async function receiver(...given: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...given);
  closing.push(() => started.close());
  return started;
}

const laneOf = async (service: WebhookService, endpointId: string) =>
  service.running.context.db.shared<Lane>("lanes").findOne({ _id: endpointId });

const countOf = (service: WebhookService, businessId: string, status: Delivery["status"]) =>
  service.running.context.db
    .scope(createSystemCall(businessId, "test"))
    .collection<Delivery>("deliveries")
    .count({ status });

async function metricOf(service: WebhookService, name: string): Promise<string> {
  return service.running.context.metrics.registry.getSingleMetricAsString(name);
}

/** Puts many deliveries before an endpoint at once, without the way through JetStream. */
async function pile(tenant: Tenant, endpointId: string, count: number): Promise<void> {
  const scope = tenant.scope();
  const type = "spin.completed";
  const data = {
    spinId: "spn_1",
    rouletteId: "rou_1",
    userId: "u",
    result: "lost",
    giftIndex: 0,
    typeOfGift: "Perder",
  };
  const id = newId("evt");
  await appendEvent(
    scope,
    { id, type, businessId: tenant.businessId, timestamp: scope.now.toISOString(), data },
    "test",
  );
  await scope.collection<Delivery>("deliveries").insertMany(
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
  await tenant.http("POST", `/v1/public/webhooks/endpoints/${endpointId}/ping`);
}

describe("fairness", () => {
  test("hundreds of deliveries to a receiver that hangs do not delay 20 events each for ten other businesses", async () => {
    const service = await start({ WEBHOOK_ATTEMPT_MS: "5000" });
    const hanging = await listenHttp(() => undefined);
    closing.push(() => hanging.close());
    const slow = service.newTenant();
    const { endpointId } = await register(slow, { url: hanging.url });
    await pile(slow, endpointId, 300);

    const healthy = await receiver();
    const tenants = Array.from({ length: 10 }, () => service.newTenant());
    for (const tenant of tenants) await register(tenant, { url: healthy.url });
    await Promise.all(tenants.map((tenant) => spins(service, tenant, 20)));
    // On a busy machine an attempt may run out of time and be followed by the next one; no attempt is sent twice.
    const sent = (...names: string[]) =>
      healthy.requests.map(({ headers }) => names.map((name) => headers[name]).join(" "));
    await eventually(() => expect(new Set(sent("webhook-id")).size).toBe(200), 40_000);
    const attempts = sent("webhook-id", "webhook-attempt");
    expect(new Set(attempts).size).toBe(attempts.length);
    // They did not wait for the others to come to an end; in one queue that takes many minutes. `npm run chaos` measures it
    // with 10,000 on a quiet machine.
    expect(await countOf(service, slow.businessId, "pending")).toBeGreaterThan(200);
  }, 60_000);

  test("an endpoint that fails cools off, and what waits meanwhile spends no attempts", async () => {
    const service = await start({ WEBHOOK_RETRY_SCHEDULE: "1h" });
    const tenant = service.newTenant();
    const broken = await receiver(() => 500);
    const { endpointId } = await register(tenant, { url: broken.url });
    await pile(tenant, endpointId, 60);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(broken.requests.length).toBeGreaterThanOrEqual(5);
    expect(broken.requests.length).toBeLessThan(30);
    expect(await tenant.scope().collection<Delivery>("deliveries").count({ attempt: 0 })).toBe(
      61 - broken.requests.length,
    );
  });
});

describe("idleness", () => {
  test("costs at most two database commands a second", async () => {
    const service = await start();
    const tenant = service.newTenant();
    const shop = await receiver();
    await register(tenant, { url: shop.url });
    await spin(service, tenant);
    await settledLog(tenant, 1);
    await eventually(async () =>
      expect((await laneOf(service, (await logOf(tenant))[0]?.endpointId ?? ""))?.wakeAt).toBeUndefined(),
    );
    let commands = 0;
    const seconds = 8;
    const stop = service.running.context.db.watchCommands(({ command }) => {
      // The shared broker brings the events of other tests; their transactions are not idleness.
      if (command["autocommit"] === undefined) commands += 1;
    });
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    stop();
    expect(commands).toBeLessThanOrEqual(2 * seconds);
  });
});

describe("a worker that lost its lane", () => {
  test("changes nothing: the outcome of the one who has it stands", async () => {
    const service = await start();
    const tenant = service.newTenant();
    let answerFirst: () => void = () => undefined;
    let requests = 0;
    const shop = await listenHttp((request, response) => {
      requests += 1;
      request.resume();
      if (requests > 1) response.writeHead(204).end();
      else answerFirst = () => response.writeHead(500).end();
    });
    closing.push(() => shop.close());
    const { endpointId } = await register(tenant, { url: shop.url });
    await spin(service, tenant);
    await eventually(() => expect(requests).toBe(1));
    // As if the first worker had slept through its lease.
    await service.running.context.db
      .shared<Lane>("lanes")
      .updateOne({ _id: endpointId }, { $set: { wakeAt: new Date(), leaseUntil: new Date() } });
    const [delivered] = await settledLog(tenant, 1);
    expect(delivered).toMatchObject({ status: "delivered", deliveryAttempt: 1 });
    answerFirst();
    await eventually(async () =>
      expect(await metricOf(service, "tenantops_webhook_fenced_total")).toMatch(/fenced_total\{.*\} 1/),
    );
    expect(await logOf(tenant)).toEqual([delivered]);
    expect((await get<Details>(tenant, `/${delivered?.traceId}`)).attempts).toHaveLength(1);
  });

  test("has its failures ignored and its successes believed, and no final state is ever left", async () => {
    const service = await start();
    const scope = service.running.context.db.scope(createSystemCall(newId("biz"), "test"));
    const make = () =>
      appendDelivery(scope, {
        endpointId: "we_none",
        eventId: newId("evt"),
        event: "spin.completed",
        trigger: "event",
      });
    const note = { n: 1, at: new Date(), ms: 1 };
    const failed = { status: "failed" as const };
    const delivered = { status: "delivered" as const };
    const [one, two, three] = [await make(), await make(), await make()];
    for (const token of ["old", "new"]) await markStarted(scope, [one, two, three], token);
    const write = (delivery: Delivery, token: string, settled: typeof failed | typeof delivered) =>
      recordOutcomes(scope, [{ delivery, token, note, settled }]);
    expect(await write(one, "old", failed)).toBe(0);
    expect(await write(one, "new", delivered)).toBe(1);
    expect(await write(one, "old", delivered)).toBe(0);
    expect(await write(two, "new", failed)).toBe(1);
    expect(await write(two, "old", delivered)).toBe(0);
    expect(await write(three, "old", delivered)).toBe(1);
    expect(await write(three, "new", failed)).toBe(0);
  });

  test("leaves a delivery that took four of them down, and it fails as interrupted", async () => {
    const service = await start();
    const tenant = service.newTenant();
    const shop = await receiver();
    const { endpointId } = await register(tenant, { url: shop.url });
    await spin(service, tenant);
    await settledLog(tenant, 1);
    const [known] = await tenant.scope().collection<Delivery>("deliveries").find({});
    const lost = {
      ...known!,
      _id: newId("trc"),
      nonce: "x",
      status: "pending" as const,
      starts: 4,
      attempt: 0,
      attempts: [],
    };
    delete lost.expireAt;
    await tenant.scope().collection<Delivery>("deliveries").insertOne(lost);
    await tenant.http("POST", `/v1/public/webhooks/endpoints/${endpointId}/ping`);
    await settledLog(tenant, 3);
    expect(await get<Details>(tenant, `/${lost._id}`)).toMatchObject({ status: "failed", reason: "interrupted" });
    expect(shop.requests).toHaveLength(2);
  });
});

describe("a worker that dies", () => {
  test("is replaced when its lease is over, and nothing is lost", async () => {
    const name = `test_webhooks_${randomBytes(4).toString("hex")}`;
    const settings = { MONGODB_DATABASE: name, WEBHOOK_LEASE_MS: "1500", WEBHOOK_RETRY_SCHEDULE: "50ms,50ms" };
    const first = await startWebhooks(settings);
    const tenant = first.newTenant();
    const shop = await receiver();
    await register(tenant, { url: shop.url, maxConcurrency: 2, ratePerSecond: 40 });
    await spins(first, tenant, 120);
    await eventually(() => expect(shop.requests.length).toBeGreaterThan(20));

    const second = await start({ ...settings });
    // No farewell: from here on the first one can write nothing down.
    await Promise.all([first.running.context.db.close(), first.running.context.bus.close()]);

    await eventually(async () => expect(await countOf(second, tenant.businessId, "delivered")).toBe(120), 15_000);
    const seen = shop.requests.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(seen).size).toBe(120);
    // At most what was under way, or waited to be written down, when it died.
    expect(seen.length - 120).toBeLessThanOrEqual(20);
    await first.close().catch(() => undefined);
  });

  test("at the end of its shift loses nothing and sends nothing twice", async () => {
    const name = `test_webhooks_${randomBytes(4).toString("hex")}`;
    const first = await startWebhooks({ MONGODB_DATABASE: name });
    const second = await start({ MONGODB_DATABASE: name });
    const tenant = second.newTenant();
    const shop = await receiver();
    await register(tenant, { url: shop.url });
    await spins(second, tenant, 200);
    await eventually(() => expect(shop.requests.length).toBeGreaterThan(20));
    await first.close();
    await eventually(async () => expect(await countOf(second, tenant.businessId, "delivered")).toBe(200), 15_000);
    expect(shop.requests).toHaveLength(200);
  });
});

describe("the net under the lanes", () => {
  test("wakes a lane that sleeps although something waits", async () => {
    const service = await start({ WEBHOOK_SWEEP_MS: "200" });
    const tenant = service.newTenant();
    const shop = await receiver();
    const { endpointId } = await register(tenant, { url: shop.url });
    await spin(service, tenant);
    await settledLog(tenant, 1);
    await eventually(async () => expect((await laneOf(service, endpointId))?.wakeAt).toBeUndefined());
    const [known] = await tenant.scope().collection<Delivery>("deliveries").find({});
    await appendDelivery(tenant.scope(), {
      endpointId,
      eventId: known!.eventId,
      event: "spin.completed",
      trigger: "manual",
      nonce: "forgotten",
    });
    await eventually(() => expect(shop.requests).toHaveLength(2));
  });
});
