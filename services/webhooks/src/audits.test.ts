import { listAuditProblems } from "@tenant-ops/kit/testing";
import { expect, test } from "vitest";
import { webhookAudits } from "./audits.js";
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
  expect(await audit()).toEqual({ counts: [0, 1], problems: [] });

  const forgotten = { endpointId, eventId: "evt_deleted", event: "spin.completed", trigger: "manual" } as const;
  const { _id } = await appendDelivery(tenant.scope(), forgotten);
  await getDeliveries(tenant).updateOne({ _id }, { $set: { dueAt: new Date(Date.now() - 120_000) } });
  expect((await audit()).problems).toEqual([
    `${endpointId} of ${tenant.businessId}: has pending deliveries, and no worker will look for them`,
    `evt_deleted of ${tenant.businessId}: is named, and does not exist`,
  ]);
});
