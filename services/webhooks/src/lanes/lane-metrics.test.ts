import { randomBytes } from "node:crypto";
import { createLogger, createMetrics } from "@tenant-ops/kit/telemetry";
import { eventually, openTestDatabase, testBackend } from "@tenant-ops/kit/testing";
import { expect, test } from "vitest";
import { startLaneMetrics } from "./lane-metrics.js";
import { LaneStore, type StoredLane } from "./lanes.store.js";

const logger = createLogger("webhooks", "silent");

test("one process counts the lanes, whatever the number of processes and scrapes, and the others show nothing", async () => {
  const name = `test_lane_metrics_${randomBytes(4).toString("hex")}`;
  const url = testBackend().mongodbUrl;
  const db = await openTestDatabase({ url, name, appName: "webhooks", logger, sharedIndexes: { lanes: [] } });
  const stored = db.shared<StoredLane>("lanes");
  await stored.insertMany([
    { _id: "we_1", businessId: "biz_1", seq: 1, pending: 3 },
    { _id: "we_2", businessId: "biz_2", seq: 1, wakeAt: new Date(Date.now() - 60_000) },
  ]);
  let counted = 0;
  const start = () => {
    const lanes = new LaneStore(stored, 15_000);
    const readStats = lanes.readStats.bind(lanes);
    lanes.readStats = (closed) => {
      counted += 1;
      return readStats(closed);
    };
    const metrics = createMetrics("webhooks");
    return { metrics, stop: startLaneMetrics({ db, lanes, logger, metrics }, 3_600_000) };
  };
  const first = start();
  await eventually(async () =>
    expect(await first.metrics.registry.metrics()).toMatch(/tenantops_webhook_pending\{.*\} 3/),
  );
  const second = start();
  for (let scrape = 0; scrape < 20; scrape += 1) {
    const text = await first.metrics.registry.metrics();
    expect(text).toMatch(/tenantops_webhook_oldest_due_seconds\{.*\} \d\d/);
    expect(text).toMatch(/tenantops_webhook_lanes\{.*state="idle".*\} 1/);
    expect(await second.metrics.registry.metrics()).not.toMatch(/^tenantops_webhook_(lanes|pending|oldest)/m);
  }
  await Promise.all([first.stop(), second.stop()]);
  expect(counted).toBe(1);
  await db.close();
});

test("the lanes of a business in offboarding do not count as late, because no worker may claim them", async () => {
  const name = `test_lane_metrics_${randomBytes(4).toString("hex")}`;
  const url = testBackend().mongodbUrl;
  const db = await openTestDatabase({ url, name, appName: "webhooks", logger, sharedIndexes: { lanes: [] } });
  const stored = db.shared<StoredLane>("lanes");
  await stored.insertMany([
    { _id: "we_1", businessId: "biz_1", seq: 1, pending: 3 },
    { _id: "we_2", businessId: "biz_closed", seq: 1, pending: 4, wakeAt: new Date(Date.now() - 86_400_000) },
  ]);
  await db.closedBusinesses.setState("biz_closed", 1, "closed");
  const metrics = createMetrics("webhooks");
  const stop = startLaneMetrics({ db, lanes: new LaneStore(stored, 15_000), logger, metrics }, 3_600_000);
  await eventually(async () => {
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/tenantops_webhook_oldest_due_seconds\{.*\} 0$/m);
    expect(text).toMatch(/tenantops_webhook_pending\{.*\} 3$/m);
  });
  await stop();
  await db.close();
});
