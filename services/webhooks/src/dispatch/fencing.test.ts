import { createSystemCall } from "@tenant-ops/kit/call";
import { newId } from "@tenant-ops/kit/data";
import { eventually } from "@tenant-ops/kit/testing";
import { expect, test } from "vitest";
import { markStarted, recordOutcomes } from "../deliveries/attempts.store.js";
import { appendDelivery } from "../deliveries/deliveries.store.js";
import type { AttemptDecision, Delivery } from "../deliveries/deliveries.rules.js";
import {
  createFixtures,
  type DeliveryReply,
  get,
  getDeliveries,
  getLanes,
  post,
  publishSpin,
  readLog,
  registerEndpoint,
  startHttpServer,
  waitForFinalLog,
} from "../testing.js";

const fixtures = createFixtures();

test("a failure from a worker that lost its lane changes nothing; the outcome of the next worker is kept", async () => {
  const service = await fixtures.startService();
  const tenant = service.newTenant();
  let answerFirst: () => void = () => undefined;
  let requests = 0;
  const receiver = await startHttpServer((request, response) => {
    requests += 1;
    request.resume();
    if (requests > 1) response.writeHead(204).end();
    else answerFirst = () => response.writeHead(500).end();
  });
  fixtures.closeLater(() => receiver.close());
  const { _id: endpointId } = await registerEndpoint(tenant, { url: receiver.url });
  await publishSpin(service, tenant);
  await eventually(() => expect(requests).toBe(1));
  // As if the process of the first worker had been suspended until its lease ended.
  await getLanes(service).updateOne({ _id: endpointId }, { $set: { wakeAt: new Date(), leaseUntil: new Date() } });
  const [delivered] = await waitForFinalLog(tenant, 1);
  expect(delivered).toMatchObject({ status: "delivered", deliveryAttempt: 1 });
  answerFirst();
  const { registry } = service.running.context.metrics;
  await eventually(async () =>
    expect(await registry.getSingleMetricAsString("tenantops_webhook_fenced_total")).toMatch(/fenced_total\{.*\} 1/),
  );
  expect(await readLog(tenant)).toEqual([delivered]);
  expect((await get<DeliveryReply>(tenant, `/deliveries/${delivered?.traceId}`)).attempts).toHaveLength(1);
});

test("failures from an earlier worker are ignored, its successes count, and a final status never changes", async () => {
  const service = await fixtures.startService();
  const { db } = service.running.context;
  const businessId = newId("biz");
  const scope = db.scope(createSystemCall(businessId, "test"));
  const create = () =>
    appendDelivery(scope, {
      endpointId: "we_none",
      eventId: newId("evt"),
      event: "spin.completed",
      trigger: "event",
    });
  const attempt = { n: 1, at: new Date(), ms: 1 };
  const failed: AttemptDecision = { status: "failed" };
  const delivered: AttemptDecision = { status: "delivered" };
  const [one, two, three] = [await create(), await create(), await create()];
  const deliveryIds = [one, two, three].map(({ _id }) => _id);
  for (const token of ["old", "new"]) await markStarted(db, [{ businessId, deliveryIds, token }]);
  const record = (delivery: Delivery, token: string, decision: AttemptDecision) =>
    recordOutcomes(db, [{ businessId, delivery, token, attempt, decision }]);
  expect(await record(one, "old", failed)).toBe(0);
  expect(await record(one, "new", delivered)).toBe(1);
  expect(await record(one, "old", delivered)).toBe(0);
  expect(await record(two, "new", failed)).toBe(1);
  expect(await record(two, "old", delivered)).toBe(0);
  expect(await record(three, "old", delivered)).toBe(1);
  expect(await record(three, "new", failed)).toBe(0);
});

test("a delivery that four workers started without an outcome fails as interrupted", async () => {
  const service = await fixtures.startService();
  const tenant = service.newTenant();
  const receiver = await fixtures.startReceiver();
  const { _id: endpointId } = await registerEndpoint(tenant, { url: receiver.url });
  await publishSpin(service, tenant);
  await waitForFinalLog(tenant, 1);
  const [known] = await getDeliveries(tenant).find({});
  const crashed = {
    ...known!,
    _id: newId("trc"),
    nonce: "x",
    status: "pending" as const,
    starts: 4,
    attempt: 0,
    attempts: [],
  };
  delete crashed.expireAt;
  await getDeliveries(tenant).insertOne(crashed);
  await post(tenant, `/endpoints/${endpointId}/ping`);
  await waitForFinalLog(tenant, 3);
  expect(await get<DeliveryReply>(tenant, `/deliveries/${crashed._id}`)).toMatchObject({
    status: "failed",
    reason: "interrupted",
  });
  expect(receiver.requests).toHaveLength(2);
});
