import { randomBytes } from "node:crypto";
import { StockLowSchema } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Bus, openBus } from "./bus.js";
import type { Database } from "../data/database.types.js";
import type { OutboxRow } from "../data/infrastructure.js";
import { outboxAudit } from "./outbox-audit.js";
import { type OutboxRelay, startOutboxRelay } from "./outbox-relay.js";
import { createLogger } from "../telemetry/logger.js";
import { createMetrics } from "../telemetry/metrics.js";
import { createTestCall, eventually, listAuditProblems, openTestDatabase, testBackend } from "../testing/index.js";

const logger = createLogger("kit", "silent");
const metrics = createMetrics("kit");
let db: Database;
let bus: Bus;
let relay: OutboxRelay;
beforeAll(async () => {
  const name = `test_lag_${randomBytes(4).toString("hex")}`;
  db = await openTestDatabase({ url: testBackend().mongodbUrl, name, appName: "kit", logger, metrics });
  // No server listens on this port.
  bus = openBus({ url: "nats://127.0.0.1:9", name: "kit", logger });
  relay = startOutboxRelay({ database: db, bus, logger, metrics });
});
afterAll(async () => {
  await relay.stop();
  await bus.close();
  await db.close();
});

const readMetric = async (name: string) => {
  const [sample] = (await metrics.registry.getSingleMetric(name)?.get())?.values ?? [];
  return sample?.value;
};

test("while NATS is unreachable the metrics show the number of pending events and the age of the oldest", async () => {
  expect(await readMetric("tenantops_outbox_pending")).toBe(0);
  expect(await readMetric("tenantops_outbox_oldest_seconds")).toBe(0);
  for (let n = 0; n < 3; n += 1) {
    await db.transaction(createTestCall(), (scope) => scope.publish(StockLowSchema, { stockId: "s" }));
  }
  await db.transaction(createTestCall(), async (scope) => {
    for (const stockId of ["s1", "s2"]) await scope.publish(StockLowSchema, { stockId });
  });
  await eventually(async () => expect(await readMetric("tenantops_outbox_oldest_seconds")).toBeGreaterThan(0.2));
  expect(await readMetric("tenantops_outbox_pending")).toBe(5);
  await eventually(async () => expect(await readMetric("tenantops_relay_active")).toBe(1));
});

test("an audit finds events that have been pending for more than an hour, and no younger ones", async () => {
  const outbox = db.infrastructure<OutboxRow>("outbox");
  expect(await listAuditProblems(db, [outboxAudit])).toEqual({ counts: [0], problems: [] });
  const [row] = await outbox.find({ publishedAt: null }).limit(1).toArray();
  await outbox.updateOne({ _id: row?._id ?? "" }, { $set: { createdAt: new Date(Date.now() - 2 * 3_600_000) } });
  expect((await listAuditProblems(db, [outboxAudit])).problems).toEqual([
    `${row?._id} of ${row?.businessId}: its events are committed and not published`,
  ]);
});
