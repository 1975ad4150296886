import type { OutboxRow } from "@tenant-ops/kit/data";
import { eventually, listAuditProblems } from "@tenant-ops/kit/testing";
import { expect, test } from "vitest";
import { webhookAudits } from "./audits.js";
import type { Endpoint } from "./endpoints/endpoints.rules.js";
import { compareOutbox } from "./outbox-audit.js";
import { appendDelivery } from "./deliveries/deliveries.store.js";
import { createFixtures, getDeliveries, waitForIdleLane } from "./testing/lanes.testing.js";
import { publishSpin, registerEndpoint, waitForFinalLog } from "./testing/service.testing.js";

const fixtures = createFixtures();

test("a pending delivery in a lane that no worker will claim, and a delivery without its event, are reported", async () => {
  const service = await fixtures.startService();
  const tenant = service.newTenant();
  const receiver = await fixtures.startReceiver();
  const { _id: endpointId } = await registerEndpoint(tenant, { url: receiver.url });
  await publishSpin(service, tenant);
  await waitForFinalLog(tenant, 1);
  await waitForIdleLane(service, endpointId);
  const audit = () => listAuditProblems(service.running.context.db, webhookAudits, tenant.businessId);
  expect(await audit()).toEqual({ counts: [0, 1, 1], problems: [] });

  const forgotten = { endpointId, eventId: "evt_deleted", event: "spin.completed", trigger: "manual" } as const;
  const { _id } = await appendDelivery(tenant.scope(), forgotten);
  await getDeliveries(tenant).updateOne({ _id }, { $set: { dueAt: new Date(Date.now() - 120_000) } });
  expect((await audit()).problems).toEqual([
    `${endpointId} of ${tenant.businessId}: has pending deliveries, and no worker will look for them`,
    `evt_deleted of ${tenant.businessId}: is named, and does not exist`,
  ]);
});

test("a stored event without a delivery is reported", async () => {
  const service = await fixtures.startService();
  const tenant = service.newTenant();
  const receiver = await fixtures.startReceiver();
  await registerEndpoint(tenant, { url: receiver.url });
  await publishSpin(service, tenant);
  await waitForFinalLog(tenant, 1);
  const [delivery] = await getDeliveries(tenant).find({});
  await getDeliveries(tenant).deleteOne({ _id: delivery?._id ?? "" });
  const { problems } = await listAuditProblems(service.running.context.db, webhookAudits, tenant.businessId);
  expect(problems).toEqual([
    `${delivery?.eventId} of ${tenant.businessId}: was taken in for an endpoint, and has no delivery`,
  ]);
});

test("a published event that an endpoint is subscribed to and has no delivery of is reported", async () => {
  const service = await fixtures.startService();
  const tenant = service.newTenant();
  const receiver = await fixtures.startReceiver();
  const { _id: endpointId } = await registerEndpoint(tenant, { url: receiver.url });
  await publishSpin(service, tenant);
  await waitForFinalLog(tenant, 1);
  const { db } = service.running.context;
  // The test publishes from this database, as roulettes does from its own.
  const outbox = db.infrastructure<OutboxRow>("outbox");
  const published = { businessId: tenant.businessId, publishedAt: { $ne: null } };
  await eventually(async () => expect(await outbox.countDocuments(published)).toBe(1));
  await outbox.updateMany(published, { $set: { publishedAt: new Date(Date.now() - 2 * 3_600_000) } });
  const endpoints = tenant.scope().collection<Endpoint>("endpoints");
  const problems: string[] = [];
  const compare = (between = async () => {}) =>
    compareOutbox(db, db, (sentence) => void problems.push(sentence), between);

  const [delivery] = await getDeliveries(tenant).find({});
  await getDeliveries(tenant).deleteOne({ _id: delivery?._id ?? "" });
  // It may have been processed before the subscription began.
  expect(await compare()).toBe(1);
  expect(problems).toEqual([]);

  await endpoints.updateOne({ _id: endpointId }, { $set: { createdAt: new Date(0) } });
  await compare();
  const missing = `${delivery?.eventId} of ${tenant.businessId}: was published, and has no delivery to ${endpointId}`;
  expect(problems).toEqual([missing]);

  // A delivery that is found by the second query was only late; or its endpoint was deleted between both queries.
  await compare(() => endpoints.deleteOne({ _id: endpointId }).then(() => undefined));
  expect(problems).toEqual([missing]);
});
