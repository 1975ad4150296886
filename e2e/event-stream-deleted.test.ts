import { randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database, OutboxRow } from "@tenant-ops/kit/data";
import { type Bus, eventStream, openBus, startOutboxRelay } from "@tenant-ops/kit/events";
import { createLogger, createMetrics } from "@tenant-ops/kit/telemetry";
import { createTestCall, eventually, openTestDatabase, testBackend } from "@tenant-ops/kit/testing";
import { StockLowSchema } from "@tenant-ops/proto/supply";
import { connect, type NatsConnection } from "nats";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { NatsServer } from "../scripts/lib/backend/backend.mjs";
import { startNats } from "../scripts/lib/backend/nats.mjs";

let nats: NatsServer;
let connection: NatsConnection;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  nats = await startNats({ dataDir: await mkdtemp(join(tmpdir(), "stream-deleted-")) });
  connection = await connect({ servers: nats.url });
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
  await connection.close();
  await nats.stop();
});

/** A service that publishes events, with its own database. */
async function startPublisher({ createsStream }: { createsStream: boolean }) {
  const lines: string[] = [];
  const logger = createLogger("test", "info", { write: (line) => void lines.push(line) });
  const name = `test_stream_${randomBytes(4).toString("hex")}`;
  const options = { url: testBackend().mongodbUrl, name, appName: "e2e", logger, indexes: {} };
  const database: Database = await openTestDatabase(options);
  const bus: Bus = openBus({ url: nats.url, name: "e2e", logger });
  const metrics = createMetrics("e2e");
  const relay = startOutboxRelay({ database, bus, logger, metrics, createsStream });
  closing.push(async () => {
    await relay.stop();
    await bus.close();
    await database.close();
  });
  const publish = () =>
    database.transaction(createTestCall(), (scope) => scope.publish(StockLowSchema, { stockId: "stk_1" }));
  const countWaiting = () => database.infrastructure<OutboxRow>("outbox").countDocuments({ publishedAt: null });
  const readUnusable = async () => /^tenantops_stream_unusable\S* (\d)$/m.exec(await metrics.registry.metrics())?.[1];
  return { lines, publish, countWaiting, readUnusable };
}

test("a stream that is deleted while several services publish is made again once, by one of them, and takes their events", async () => {
  const services = [
    await startPublisher({ createsStream: true }),
    ...(await Promise.all([1, 2, 3].map(() => startPublisher({ createsStream: false })))),
  ];
  const publishEverywhere = () => Promise.all(services.map(({ publish }) => publish()));
  const waitUntilPublished = () =>
    eventually(async () => {
      const waiting = await Promise.all(services.map(({ countWaiting }) => countWaiting()));
      expect(waiting).toEqual([0, 0, 0, 0]);
    });
  for (let count = 0; count < 50; count += 1) await publishEverywhere();
  await waitUntilPublished();
  const [creator] = services;
  expect(await creator?.readUnusable()).toBe("0");

  let created = 0;
  connection.subscribe(`$JS.API.STREAM.CREATE.${eventStream}`, { callback: () => (created += 1) });
  await connection.flush();
  await (await connection.jetstreamManager()).streams.delete(eventStream);
  expect(await creator?.readUnusable()).toBe("1");
  await publishEverywhere();
  await waitUntilPublished();
  expect(created).toBe(1);
  expect(await creator?.readUnusable()).toBe("0");
  const errors = (creator?.lines ?? []).filter((line) => line.includes('"level":"error"'));
  expect(errors.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { stream: eventStream, msg: expect.stringContaining("event stream is missing") },
  ]);
});
