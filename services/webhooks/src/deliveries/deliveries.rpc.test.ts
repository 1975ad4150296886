import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createFixtures,
  get,
  type LogEntry,
  post,
  publishSpin,
  registerEndpoint,
  startWebhooks,
  waitForFinalLog,
  type WebhookService,
} from "../testing.js";

// The tools of the toolset operations, which read what the routes write.
let service: WebhookService;
const { startReceiver } = createFixtures();
beforeAll(async () => void (service = await startWebhooks()));
afterAll(() => service.close());

/** A business with one delivered spin, one failed spin, and a ping to each of its two endpoints. */
async function createLog() {
  const tenant = service.newTenant();
  const [good, bad] = [await startReceiver(), await startReceiver(() => 500)];
  const { _id: goodId } = await registerEndpoint(tenant, { url: good.url, description: "shop" });
  const { _id: badId } = await registerEndpoint(tenant, { url: bad.url, maxAttempts: 2 });
  await publishSpin(service, tenant);
  await waitForFinalLog(tenant, 2);
  for (const id of [goodId, badId]) await post(tenant, `/endpoints/${id}/ping`);
  const log = await waitForFinalLog(tenant, 4);
  const list = async (filter: object) => (await tenant.rpc.listDeliveries(filter)).items.map(({ traceId }) => traceId);
  const traces = (matches: (entry: LogEntry) => boolean) => log.filter(matches).map(({ traceId }) => traceId);
  return { tenant, goodId, badId, log, list, traces };
}

describe("the list of deliveries", () => {
  test("is the log of REST, by state, event type, endpoint and date", async () => {
    const { tenant, goodId, badId, log, list, traces } = await createLog();
    const { items, count, hasMore } = await tenant.rpc.listDeliveries({});
    expect({ count, hasMore }).toEqual({ count: 4, hasMore: false });
    expect(items).toEqual(log.map((entry) => expect.objectContaining(entry)));
    expect(await list({ status: "failed" })).toEqual(traces(({ status }) => status === "failed"));
    expect(await list({ status: "pending" })).toEqual([]);
    expect(await list({ event: "webhook.ping" })).toEqual(traces(({ event }) => event === "webhook.ping"));
    expect(await list({ endpointId: goodId })).toEqual(traces(({ endpointId }) => endpointId === goodId));
    expect(await list({ endpointId: badId, event: "spin.completed", status: "failed" })).toHaveLength(1);
    expect(await list({ dateTo: "2020-01-01" })).toEqual([]);
    expect(await list({ dateFrom: "2020-01-01", dateTo: "2100-12-31" })).toHaveLength(4);
  });

  test("is continued with a cursor, which belongs to its filter", async () => {
    const { tenant, list, traces } = await createLog();
    const first = await tenant.rpc.listDeliveries({ status: "failed", limit: 1 });
    expect(first).toMatchObject({ count: 1, hasMore: true });
    const { nextCursor: cursor } = first;
    const [, second] = traces(({ status }) => status === "failed");
    expect(await list({ status: "failed", limit: 1, cursor })).toEqual([second]);
    await expect(list({ status: "delivered", cursor })).rejects.toMatchObject({ code: "invalid_cursor" });
  });

  test("of a deleted endpoint can still be read", async () => {
    const { tenant, goodId, list } = await createLog();
    await tenant.http("DELETE", `/v1/public/webhooks/endpoints/${goodId}`);
    expect(await list({ endpointId: goodId })).toHaveLength(2);
  });

  test("of an unknown state or event type is refused", async () => {
    const { rpc } = service.newTenant();
    const invalid = { code: "invalid_argument" };
    await expect(rpc.listDeliveries({ status: "lost" })).rejects.toMatchObject(invalid);
    await expect(rpc.listDeliveries({ event: "spin.lost" })).rejects.toMatchObject(invalid);
  });
});

test("one delivery has all attempts, as REST shows them", async () => {
  const { tenant, traces } = await createLog();
  const [traceId = ""] = traces(({ status, event }) => status === "failed" && event === "spin.completed");
  const details = await tenant.rpc.getDelivery({ traceId });
  expect(details).toMatchObject(await get<object>(tenant, `/deliveries/${traceId}`));
  expect(details.attempts.map(({ attempt, code }) => [attempt, code])).toEqual([
    [1, 500],
    [2, 500],
  ]);
});

test("the list of endpoints says whether deliveries succeed, and shows no secret", async () => {
  const { tenant, goodId, badId } = await createLog();
  const { items } = await tenant.rpc.listEndpoints({});
  expect(items).toMatchObject([
    { id: badId, status: "enabled", events: ["spin.completed"] },
    { id: goodId, status: "enabled", description: "shop", failures: 0 },
  ]);
  expect(JSON.stringify(items)).not.toMatch(/whsec_|"enc|"kid/);
});

test("another business sees no endpoint and no delivery, and ids of others are like unknown ones", async () => {
  const { goodId, log } = await createLog();
  const { rpc } = service.newTenant();
  expect((await rpc.listEndpoints({})).items).toEqual([]);
  expect((await rpc.listDeliveries({})).items).toEqual([]);
  for (const endpointId of [goodId, "no_such_id"])
    await expect(rpc.listDeliveries({ endpointId })).rejects.toMatchObject({ code: "webhook_endpoint_not_found" });
  for (const traceId of [log[0]?.traceId ?? "", "no_such_id"])
    await expect(rpc.getDelivery({ traceId })).rejects.toMatchObject({ code: "webhook_delivery_not_found" });
});
