import { randomBytes } from "node:crypto";
import { StockLowSchema } from "@tenant-ops/proto/supply";
import type { NatsConnection } from "nats";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../data/database.js";
import type { Database } from "../data/database.types.js";
import { newId } from "../data/ids.js";
import type { LeaseRow, OutboxRow } from "../data/infrastructure.js";
import { runWithLease } from "../data/leases/lease.js";
import { createOutboxEvent, createOutboxRows } from "../data/transactions/outbox-row.js";
import { createLogger } from "../telemetry/logger.js";
import { createMetrics } from "../telemetry/metrics.js";
import { createTestCall, eventually, testBackend } from "../testing/index.js";
import { type Bus, openBus } from "./bus.js";
import { publishCommittedEvents } from "./committed-events.js";
import { type EventPublisher, openEventPublisher } from "./event-publisher.js";
import { startOutboxRelay } from "./outbox-relay.js";
import { createPublishMarks } from "./publish-marks.js";

const logger = createLogger("kit", "silent");
let db: Database;
let bus: Bus;
beforeAll(async () => {
  const { mongodbUrl, natsUrl } = testBackend();
  const name = `test_committed_${randomBytes(4).toString("hex")}`;
  db = await openDatabase({ url: mongodbUrl, name, appName: "kit", logger, indexes: {} });
  bus = openBus({ url: natsUrl, name: "kit", logger });
  await bus.connected();
});
afterAll(async () => {
  await bus.close();
  await db.close();
});

const findOutbox = () => db.infrastructure<OutboxRow>("outbox");
const createRow = (businessId = newId("biz")): OutboxRow => {
  const event = createOutboxEvent({ businessId, requestId: "req_1" }, StockLowSchema, { stockId: "s" });
  const [row] = createOutboxRows(businessId, [event]);
  if (!row) throw new Error("no row");
  return row;
};

test("the events of a commit are published by a process without the lease, and no command reads them", async () => {
  const read: unknown[] = [];
  const stopWatching = db.watchReplies(({ commandName, reply }) => {
    const batch = (reply as { cursor?: { firstBatch?: unknown[] } }).cursor?.firstBatch;
    if (commandName === "find" && JSON.stringify(batch ?? []).includes("envelope")) read.push(batch);
  });
  const call = createTestCall();
  const received: string[] = [];
  const subscription = (await bus.connected()).subscribe(`events.supply.${call.businessId}.>`, {
    callback: (_, message) => void received.push(String(message.headers?.get("Nats-Msg-Id"))),
  });
  // Another process holds the lease. It searches for rows of other processes only after the end of this test.
  await runWithLease(db.infrastructure<LeaseRow>("leases"), "relay", async () => {
    const relay = startOutboxRelay({ database: db, bus, logger, metrics: createMetrics("kit") });
    for (let event = 0; event < 5; event += 1)
      await db.transaction(call, (scope) => scope.publish(StockLowSchema, { stockId: `s${event}` }));
    await eventually(async () => {
      expect(received.length).toBeGreaterThanOrEqual(5);
      expect(await findOutbox().countDocuments({ businessId: call.businessId, publishedAt: null })).toBe(0);
    });
    await relay.stop();
  });
  stopWatching();
  subscription.unsubscribe();
  expect(read).toEqual([]);
});

test("after the relay was stopped, the rows of its last commits are marked", async () => {
  const relay = startOutboxRelay({ database: db, bus, logger, metrics: createMetrics("kit") });
  const call = createTestCall();
  await db.transaction(call, (scope) => scope.publish(StockLowSchema, { stockId: "s" }));
  await relay.stop();
  const row = await findOutbox().findOne({ businessId: call.businessId });
  expect(row?.publishedAt).toBeInstanceOf(Date);
  expect(row?.stream).toMatch(/^\d{4}-/);
});

/** A publisher whose answers the test releases. */
function createHeldPublisher() {
  const sent: string[] = [];
  let release: (failure: Error | undefined) => void = () => undefined;
  const released = new Promise<Error | undefined>((resolve) => (release = resolve));
  const publisher: EventPublisher = {
    refreshStream: () => Promise.resolve(),
    hasLost: () => false,
    isDamaged: () => false,
    findLost: () => Promise.resolve([]),
    async publish(rows) {
      sent.push(...rows.map(({ _id }) => _id));
      const failure = await released;
      const acknowledged = new Set(failure ? [] : rows.map(({ _id }) => _id));
      return { acknowledged, refused: 0, stream: "2026-01-01T00:00:00.000Z", ...(failure && { failure }) };
    },
    mark: () => Promise.resolve(),
  };
  return { publisher, sent, release: (failure?: Error) => release(failure) };
}

function publishWith(publisher: EventPublisher) {
  let unpublished = 0;
  const marks = createPublishMarks(db.infrastructure("outbox"), logger);
  const committed = publishCommittedEvents({
    openPublisher: () => Promise.resolve(publisher),
    marks,
    onUnpublished: () => (unpublished += 1),
    logger,
    metrics: createMetrics("kit"),
  });
  return { committed, countUnpublished: () => unpublished };
}

test("a row belongs to its process until it is marked as published, and the mark of a newer stream is not overwritten", async () => {
  const { publisher, release } = createHeldPublisher();
  const { committed } = publishWith(publisher);
  const [own, sentAgain] = [createRow(), createRow()];
  const newer = { publishedAt: new Date(), stream: "2026-02-02T00:00:00.000Z" };
  await findOutbox().insertMany([own, { ...sentAgain, ...newer }]);
  committed.add([own, sentAgain]);
  expect(committed.has(own._id)).toBe(true);
  release();
  await committed.settle();
  expect(committed.has(own._id)).toBe(false);
  expect(await findOutbox().findOne({ _id: own._id })).toMatchObject({ stream: "2026-01-01T00:00:00.000Z" });
  expect(await findOutbox().findOne({ _id: sentAgain._id })).toMatchObject(newer);
});

test("when NATS is slower than the commits, memory is bounded: further rows are left to the recovery", () => {
  const { publisher, release } = createHeldPublisher();
  const { committed, countUnpublished } = publishWith(publisher);
  const rows = Array.from({ length: 1000 }, () => createRow());
  for (const row of rows) committed.add([row]);
  const kept = rows.filter(({ _id }) => committed.has(_id)).length;
  expect(kept).toBeGreaterThan(100);
  expect(kept).toBeLessThan(400);
  expect(countUnpublished()).toBe(rows.length - kept);
  release();
});

test("after a failure the rows are left to the recovery, and the next ones too, without an attempt each", async () => {
  const { publisher, sent, release } = createHeldPublisher();
  const { committed, countUnpublished } = publishWith(publisher);
  const [first, second] = [createRow(), createRow()];
  committed.add([first]);
  release(new Error("no NATS"));
  await committed.settle();
  committed.add([second]);
  expect(countUnpublished()).toBe(2);
  expect([first, second].some(({ _id }) => committed.has(_id))).toBe(false);
  expect(sent).toEqual([first._id]);
});

test("after a clock was set back, a stream that was created again is still noticed within a second", async () => {
  onTestFinished(() => void vi.useRealTimers());
  let created = "2026-01-01T00:00:00.000Z";
  const manager = { streams: { info: async () => ({ created, state: { last_seq: 0 } }) } };
  const connection = { jetstreamManager: async () => manager, jetstream: () => ({}) } as unknown as NatsConnection;
  const outbox = { find: () => ({ toArray: async () => [] }) } as unknown as Parameters<typeof openEventPublisher>[1];
  const publisher = await openEventPublisher({ ...bus, current: () => connection }, outbox, logger, () => false);
  await publisher.refreshStream();
  await publisher.findLost(1);
  expect(publisher.hasLost()).toBe(false);
  created = "2026-02-02T00:00:00.000Z";
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3600_000 });
  await eventually(async () => {
    await publisher.refreshStream();
    expect(publisher.hasLost()).toBe(true);
  });
});

test("after a clock was set back, a process that could not publish goes on after a second", async () => {
  onTestFinished(() => void vi.useRealTimers());
  const { publisher, release } = createHeldPublisher();
  const { committed } = publishWith(publisher);
  committed.add([createRow()]);
  release(new Error("no NATS"));
  await committed.settle();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3600_000 });
  const row = createRow();
  await eventually(async () => {
    committed.add([row]);
    expect(committed.has(row._id)).toBe(true);
  });
  await committed.settle();
});
