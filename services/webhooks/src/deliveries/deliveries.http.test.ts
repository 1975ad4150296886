import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { subscribableTypes } from "../events/catalogue.js";
import {
  createFixtures,
  type DeliveryReply,
  get,
  insertDeliveries,
  type LogEntry,
  post,
  registerEndpoint,
  startWebhooks,
  waitForFinalLog,
  type WebhookService,
  type WebhooksTenant,
} from "../testing.js";

let service: WebhookService;
const { startReceiver } = createFixtures();
beforeAll(async () => void (service = await startWebhooks()));
afterAll(() => service.close());

interface List<Item> {
  items: Item[];
  count: number;
  has_more: boolean;
  next_cursor?: string;
}

interface Refused {
  status: number;
  error: string;
  detail: string;
}

async function refused(tenant: WebhooksTenant, path: string): Promise<Refused> {
  const answer = await tenant.http("GET", `/v1/public/webhooks${path}`);
  return { ...((await answer.json()) as Refused), status: answer.status };
}

/** A business with an endpoint that gets pings, and one that answers 500. */
async function startTwoEndpoints(tenant: WebhooksTenant) {
  const [good, bad] = [await startReceiver(), await startReceiver(() => 500)];
  const ids = [];
  for (const { url } of [good, bad]) {
    const { _id } = await registerEndpoint(tenant, { url, maxAttempts: 1 });
    await post(tenant, `/endpoints/${_id}/ping`);
    ids.push(_id);
  }
  const log = await waitForFinalLog(tenant, 2);
  return { ids, log };
}

describe("GET /v1/public/webhooks", () => {
  test("is an array of 20 with a Link to the next page, until every delivery was shown once", async () => {
    const tenant = service.newTenant();
    const { _id } = await registerEndpoint(tenant, { url: "http://127.0.0.1:9999/", events: ["stock.low"] });
    await tenant.http("PATCH", `/v1/public/webhooks/endpoints/${_id}`, { body: { status: "disabled" } });
    await insertDeliveries(tenant, _id, 45);
    const pages: LogEntry[][] = [];
    let next: string | undefined = "/v1/public/webhooks";
    while (next) {
      const answer = await tenant.http("GET", next);
      pages.push((await answer.json()) as LogEntry[]);
      next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
    }
    expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
    expect(new Set(pages.flat().map(({ traceId }) => traceId)).size).toBe(45);
  });

  test("refuses an unknown query parameter, and the cursor of another list", async () => {
    const tenant = service.newTenant();
    expect(await refused(tenant, "?limit=5")).toMatchObject({
      status: 422,
      detail: expect.stringContaining("query parameter limit"),
    });
    expect(await refused(tenant, "?cursor=abc")).toMatchObject({ error: "invalid_cursor" });
  });
});

describe("GET /v1/public/webhooks/deliveries", () => {
  test.each([
    ["status", (log: LogEntry[]) => ["status=failed", log.filter(({ status }) => status === "failed")] as const],
    ["event", (log: LogEntry[]) => ["event=webhook.ping", log] as const],
    ["event that did not happen", () => ["event=spin.completed", []] as const],
    ["endpoint", (log: LogEntry[]) => [`endpointId=${log[0]?.endpointId}`, log.slice(0, 1)] as const],
    ["first day", (log: LogEntry[]) => ["dateFrom=2020-01-01", log] as const],
    ["last day", () => ["dateTo=2020-01-01", []] as const],
  ])("filters by %s", async (_name, describeCase) => {
    const tenant = service.newTenant();
    const { log } = await startTwoEndpoints(tenant);
    const [query, items] = describeCase(log);
    expect(await get<List<LogEntry>>(tenant, `/deliveries?${query}`)).toEqual({
      items,
      count: items.length,
      has_more: false,
    });
  });

  test("has pages", async () => {
    const tenant = service.newTenant();
    const { log } = await startTwoEndpoints(tenant);
    const first = await get<List<LogEntry>>(tenant, "/deliveries?limit=1");
    expect(first).toMatchObject({ items: [log[0]], count: 1, has_more: true });
    const second = await get<List<LogEntry>>(tenant, `/deliveries?limit=1&cursor=${first.next_cursor}`);
    expect(second).toEqual({ items: [log[1]], count: 1, has_more: false });
  });

  test.each([
    ["status=lost", "query parameter status"],
    ["event=spin.lost", "GET /v1/public/webhooks/events lists them"],
    ["dateFrom=2026-02-30", "dateFrom: "],
    ["dateFrom=2026-03-02&dateTo=2026-03-01", "dateFrom: 2026-03-02 is after dateTo"],
    ["endpoint_id=we_1", "query parameter endpoint_id"],
    ["limit=501", "query parameter limit"],
  ])("?%s is refused with a sentence about it", async (query, detail) => {
    expect(await refused(service.newTenant(), `/deliveries?${query}`)).toMatchObject({
      status: 422,
      error: "invalid_argument",
      detail: expect.stringContaining(detail),
    });
  });

  test("refuses the endpoint of another business like one that does not exist", async () => {
    const { _id } = await registerEndpoint(service.newTenant(), { url: "http://127.0.0.1:9999/" });
    const tenant = service.newTenant();
    const [other, unknown] = [
      await refused(tenant, `/deliveries?endpointId=${_id}`),
      await refused(tenant, "/deliveries?endpointId=we_none"),
    ];
    expect(other).toMatchObject({ status: 404, error: "webhook_endpoint_not_found" });
    expect(other.detail.replace(_id, "we_none")).toBe(unknown.detail);
    expect(other.detail).toContain("GET /v1/public/webhooks/endpoints lists the valid ids");
  });
});

test("one delivery is shown with its attempts, and what the log says", async () => {
  const tenant = service.newTenant();
  const { log } = await startTwoEndpoints(tenant);
  const failed = log.find(({ status }) => status === "failed");
  expect(await get<DeliveryReply>(tenant, `/deliveries/${failed?.traceId}`)).toMatchObject({
    ...failed,
    trigger: "ping",
    attempts: [{ attempt: 1, code: 500 }],
  });
});

test("the types of events are listed page by page, and those that can be subscribed to are accepted", async () => {
  const tenant = service.newTenant();
  const all = await get<List<{ type: string; subscribable: boolean }>>(tenant, "/events");
  const types = all.items.filter(({ subscribable }) => subscribable).map(({ type }) => type);
  expect(types).toEqual(subscribableTypes);
  const made = await registerEndpoint(tenant, { url: "http://127.0.0.1:9999/", events: types });
  expect(made.events).toEqual(types);
  const first = await get<typeof all>(tenant, "/events?limit=2");
  expect(first).toMatchObject({ items: all.items.slice(0, 2), count: 2, has_more: true });
  const rest = await get<typeof all>(tenant, `/events?cursor=${first.next_cursor}`);
  expect(rest.items).toEqual(all.items.slice(2));
});
