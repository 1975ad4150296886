import type { OutboxRow, SingleEventRow } from "@tenant-ops/kit/data";
import { eventually, listAuditProblems } from "@tenant-ops/kit/testing";
import { expect, test } from "vitest";
import { webhookAudits } from "./audits.js";
import type { Endpoint } from "./endpoints/endpoints.types.js";
import { compareOutbox } from "./outbox-audit.js";
import { appendDelivery } from "./deliveries/deliveries.store.js";
import { createFixtures, getDeliveries, waitForIdleLane } from "./testing/lanes.testing.js";
import { publishSpin, registerEndpoint, waitForFinalLog } from "./testing/service.testing.js";

const fixtures = createFixtures();

test("a pending delivery that no worker will look for, and one without its event, are found", async () => {
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

test("an event that was taken in and has no delivery is found", async () => {
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

test("a published event that an endpoint wanted and did not get is found", async () => {
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
  // What an endpoint wanted before it was changed is not known.
  expect(await compare()).toBe(1);
  expect(problems).toEqual([]);

  await endpoints.updateOne({ _id: endpointId }, { $set: { updatedAt: new Date(0) } });
  await compare();
  const missing = `${delivery?.eventId} of ${tenant.businessId}: was published, and has no delivery to ${endpointId}`;
  expect(problems).toEqual([missing]);

  // As the version before stored it.
  const row = await outbox.findOne(published);
  const [event] = row?.events ?? [];
  if (!row || !event) throw new Error("the outbox has no event");
  const { events: _, ...rest } = row;
  const single: SingleEventRow = { ...rest, subject: event.subject, envelope: event.envelope };
  await outbox.replaceOne({ _id: row._id }, single as unknown as OutboxRow);
  expect(await compare()).toBe(1);
  expect(problems).toEqual([missing, missing]);

  // What is there at the second look was only late, or its endpoint was deleted between both queries.
  await compare(() => endpoints.deleteOne({ _id: endpointId }).then(() => undefined));
  expect(problems).toEqual([missing, missing]);
});
