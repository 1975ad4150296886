import { randomBytes } from "node:crypto";
import { newId } from "@tenant-ops/kit/data";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { createTestCall, openTestDatabase, testBackend } from "@tenant-ops/kit/testing";
import { expect, test } from "vitest";
import type { Delivery } from "../deliveries/deliveries.rules.js";
import type { Endpoint } from "../endpoints/endpoints.rules.js";
import { LaneStore, type StoredLane } from "../lanes/lanes.store.js";
import { createScheduler } from "../lanes/scheduler.js";
import type { WebhookMetrics } from "../metrics.js";
import { createEndpointHealth } from "./endpoint-health.js";

test("the lane of a system notice is due, also when the process ends just after the commit", async () => {
  const name = `test_endpoint_health_${randomBytes(4).toString("hex")}`;
  const logger = createLogger("webhooks", "silent");
  const sharedIndexes = { lanes: [] };
  const db = await openTestDatabase({
    url: testBackend().mongodbUrl,
    name,
    appName: "webhooks",
    logger,
    sharedIndexes,
  });
  const scope = db.scope(createTestCall(newId("biz")));
  const deliveries = scope.collection<Delivery>("deliveries");
  const [failing, other] = [newId("we"), newId("we")];
  const stats = { failures: 0 };
  await scope
    .collection<Endpoint>("endpoints")
    .insertMany([failing, other].map((_id) => ({ _id, status: "enabled", stats }) as Endpoint));
  const stored = db.shared<StoredLane>("lanes");
  const lanes = new LaneStore(stored, 15_000);
  const schedule = lanes.schedule.bind(lanes);
  lanes.schedule = async (schedules) => {
    if ((await deliveries.count({})) > 0) throw new Error("the process ends");
    await schedule(schedules);
  };
  const metrics = { disabled: { inc: () => undefined } } as unknown as WebhookMetrics;
  const health = createEndpointHealth(db, createScheduler(lanes), metrics);
  await expect(health.disableGone(scope.businessId, failing)).rejects.toThrow("the process ends");
  expect(await deliveries.find({})).toMatchObject([{ endpointId: other, status: "pending" }]);
  expect(await stored.findOne({ _id: other })).toMatchObject({ wakeAt: expect.any(Date) as Date });
  await db.close();
});
