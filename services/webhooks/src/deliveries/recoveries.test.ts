import { newId } from "@tenant-ops/kit/data";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createFixtures,
  get,
  post,
  registerEndpoint,
  startWebhooks,
  waitForFinalLog,
  type WebhookService,
} from "../testing.js";
import type { Delivery } from "./deliveries.rules.js";
import type { Recovery as StoredRecovery } from "./recoveries.rules.js";

let service: WebhookService;
const { startReceiver } = createFixtures();
beforeAll(async () => void (service = await startWebhooks()));
afterAll(() => service.close());

interface Recovery {
  _id: string;
  endpointId: string;
  status: string;
  recovered: number;
}
const planned: StoredRecovery = {
  ...{ _id: "rec_running", endpointId: "we_1", recovered: 0, status: "running" },
  ...{ since: new Date(0), until: new Date(1), cursorAt: new Date(0), cursorId: "", createdAt: new Date(1) },
};

interface List {
  items: Recovery[];
  count: number;
}

const since = () => new Date(Date.now() - 60_000).toISOString();

test("a recovery can be read and listed, and shows when it is done and what it has handled", async () => {
  const tenant = service.newTenant();
  const receiver = await startReceiver((_request, count) => (count === 1 ? 500 : 204));
  const { _id: endpointId } = await registerEndpoint(tenant, { url: receiver.url, maxAttempts: 1 });
  await post(tenant, `/endpoints/${endpointId}/ping`);
  await waitForFinalLog(tenant, 1);

  const { status, body } = await post<Recovery>(tenant, `/endpoints/${endpointId}/recover`, { since: since() });
  expect([status, body]).toEqual([202, expect.objectContaining({ endpointId, status: "running", recovered: 0 })]);
  await eventually(async () =>
    expect(await get<Recovery>(tenant, `/recoveries/${body._id}`)).toEqual({ ...body, status: "done", recovered: 1 }),
  );
  await waitForFinalLog(tenant, 2);
  expect(receiver.requests).toHaveLength(2);

  for (const [query, count] of [
    ["", 1],
    [`?endpointId=${endpointId}&status=done`, 1],
    ["?status=running", 0],
    ["?endpointId=we_none", 0],
  ] as const)
    expect(await get<List>(tenant, `/recoveries${query}`)).toMatchObject({ count, has_more: false });
});

test("a recovery sends each event once, also one of which many deliveries have failed, as after earlier recoveries", async () => {
  const tenant = service.newTenant();
  const { _id: endpointId } = await registerEndpoint(tenant, { url: "http://127.0.0.1:9999/" });
  const deliveries = tenant.scope().collection<Delivery>("deliveries");
  const failed = { event: "webhook.ping", status: "failed" as const, attempt: 1, starts: 0, attempts: [] };
  // More than one step of a recovery takes.
  const events = Array.from({ length: 250 }, () => newId("evt"));
  for (const [round, trigger] of (["event", "recover"] as const).entries())
    await deliveries.insertMany(
      events.map((eventId) => {
        const at = new Date(Date.now() - 30_000 + round * 1000);
        return { ...failed, _id: newId("trc"), nonce: trigger, endpointId, eventId, trigger, createdAt: at, dueAt: at };
      }),
    );
  const { body } = await post<Recovery>(tenant, `/endpoints/${endpointId}/recover`, { since: since() });
  await eventually(async () =>
    expect(await get<Recovery>(tenant, `/recoveries/${body._id}`)).toMatchObject({ status: "done", recovered: 500 }),
  );
  const sentAgain = await deliveries.find({ redeliveryOf: { $exists: true } });
  expect(sentAgain.map(({ eventId }) => eventId).toSorted()).toEqual(events.toSorted());
});

test.each([
  { first: "failed", last: "delivered", sent: 0 },
  { first: "failed", last: "pending", sent: 0 },
  { first: "failed", last: "failed", sent: 1 },
  { first: "delivered", last: "failed", sent: 1 },
  { first: "pending", last: "failed", sent: 0 },
] as const)(
  "an event whose first delivery is $first and whose redelivery is $last is sent again $sent times by a recovery",
  async ({ first, last, sent }) => {
    const tenant = service.newTenant();
    const { _id: endpointId } = await registerEndpoint(tenant, { url: "http://127.0.0.1:9999/" });
    const deliveries = tenant.scope().collection<Delivery>("deliveries");
    const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000);
    const dueAt = new Date(Date.now() + 600_000);
    const common = {
      event: "webhook.ping",
      eventId: newId("evt"),
      endpointId,
      dueAt,
      starts: 0,
      attempts: [],
      attempt: 1,
    };
    await deliveries.insertMany([
      { ...common, _id: newId("trc"), nonce: "", trigger: "event", status: first, createdAt: at(30) },
      { ...common, _id: newId("trc"), nonce: "again", trigger: "manual", status: last, createdAt: at(20) },
    ]);
    const { body } = await post<Recovery>(tenant, `/endpoints/${endpointId}/recover`, { since: since() });
    await eventually(async () =>
      expect(await get<Recovery>(tenant, `/recoveries/${body._id}`)).toMatchObject({ status: "done" }),
    );
    expect(await deliveries.find({ trigger: "recover" })).toHaveLength(sent);
  },
);

test("a recovery gets an end when it is done, from which MongoDB computes its deletion, and a running one has none", async () => {
  const tenant = service.newTenant();
  const { _id: endpointId } = await registerEndpoint(tenant, { url: "http://127.0.0.1:9999/" });
  const recoveries = tenant.scope().collection<StoredRecovery>("recoveries");
  const running = { ...planned, endpointId: "we_none" };
  await recoveries.insertOne(running);
  const { body } = await post<Recovery>(tenant, `/endpoints/${endpointId}/recover`, { since: since() });
  await eventually(async () =>
    expect(await recoveries.findById(body._id)).toMatchObject({ status: "done", endedAt: expect.any(Date) as Date }),
  );
  expect(await recoveries.findById(running._id)).toEqual(running);
});

test("a recovery of another business is answered like one that does not exist, and is in no list of this one", async () => {
  const owner = service.newTenant();
  const { _id: endpointId } = await registerEndpoint(owner, { url: "http://127.0.0.1:9999/" });
  const { body } = await post<Recovery>(owner, `/endpoints/${endpointId}/recover`, { since: since() });
  const other = service.newTenant();
  const read = async (id: string) => {
    const answer = await other.http("GET", `/v1/public/webhooks/recoveries/${id}`);
    const { error, detail } = (await answer.json()) as { error: string; detail: string };
    return [answer.status, error, detail.replace(id, "…")];
  };
  expect(await read(body._id)).toEqual(await read("rec_none"));
  expect(await read(body._id)).toMatchObject([404, "webhook_recovery_not_found", expect.anything()]);
  expect(await get<List>(other, `/recoveries?endpointId=${endpointId}`)).toMatchObject({ count: 0 });
});

test.each([
  [{ since: "2020-01-01T00:00:00Z" }, "since: at most 30 days ago"],
  [{ since: since(), until: "2020-01-01T00:00:00Z" }, "until: must be after since"],
  [{ since: "yesterday" }, "since"],
  [{}, "since"],
])("a recovery of the range %j is refused", async (body, detail) => {
  const tenant = service.newTenant();
  const { _id } = await registerEndpoint(tenant, { url: "http://127.0.0.1:9999/" });
  const answer = await post<{ error: string; detail: string }>(tenant, `/endpoints/${_id}/recover`, body);
  expect([answer.status, answer.body.error]).toEqual([422, "invalid_argument"]);
  expect(answer.body.detail).toContain(detail);
});
