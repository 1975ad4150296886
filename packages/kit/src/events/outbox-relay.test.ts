import { randomBytes } from "node:crypto";
import { StockLowSchema } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../data/database.types.js";
import { newId } from "../data/ids.js";
import type { OutboxRow } from "../data/infrastructure.js";
import { createOutboxEvent, createOutboxRows } from "../data/transactions/outbox-row.js";
import { createLogger } from "../telemetry/logger.js";
import { createMetrics } from "../telemetry/metrics.js";
import { eventually, inLongRun, openTestDatabase, testBackend } from "../testing/index.js";
import { type Bus, openBus } from "./bus.js";
import { startOutboxRelay } from "./outbox-relay.js";

const longTest = inLongRun(test);

const logger = createLogger("kit", "silent");
let db: Database;
let bus: Bus;
beforeAll(async () => {
  const { mongodbUrl, natsUrl } = testBackend();
  const name = `test_relay_${randomBytes(4).toString("hex")}`;
  db = await openTestDatabase({ url: mongodbUrl, name, appName: "kit", logger, indexes: {} });
  bus = openBus({ url: natsUrl, name: "kit", logger });
  await bus.connected();
});
afterAll(async () => {
  await bus.close();
  await db.close();
});

/**
 * Ids of the events of a business, in the order in which they are published from now on. An event whose acknowledgement comes late is
 * sent again; it is listed once.
 */
async function receiveEvents(businessId: string) {
  const received: string[] = [];
  const connection = await bus.connected();
  const subscription = connection.subscribe(`events.supply.${businessId}.>`, {
    callback: (_, message) => {
      const id = String(message.headers?.get("Nats-Msg-Id"));
      if (!received.includes(id)) received.push(id);
    },
  });
  await connection.flush();
  return { received, subscription };
}

longTest(
  "after the loss of the stream all events are published, new ones before those that only the lost stream had",
  async () => {
    const businessId = newId("biz");
    const createEvent = () => createOutboxEvent({ businessId, requestId: "req_1" }, StockLowSchema, { stockId: "s" });
    const createSingle = () => createOutboxRows(businessId, [createEvent()])[0]!;
    const createRows = () => createOutboxRows(businessId, Array.from({ length: 200 }, createEvent));
    const outbox = db.infrastructure<OutboxRow>("outbox");
    const lost = [...Array.from({ length: 500 }, createSingle), ...createRows()].map((row) => ({
      ...row,
      publishedAt: new Date(),
      stream: "2020-01-01T00:00:00.000Z",
    }));
    const pending = [...Array.from({ length: 100 }, createSingle), ...createRows()];
    await outbox.insertMany([...lost, ...pending]);
    const { received, subscription } = await receiveEvents(businessId);

    const relay = startOutboxRelay({ database: db, bus, logger, metrics: createMetrics("kit") });
    await eventually(async () => {
      expect(await outbox.countDocuments({ stream: "2020-01-01T00:00:00.000Z" })).toBe(0);
      expect(received).toHaveLength(1000);
    });
    await relay.stop();
    subscription.unsubscribe();

    const isPending = new Set(pending.flatMap(({ events }) => events).map(({ _id }) => _id));
    expect(received.slice(0, 300).filter((id) => !isPending.has(id))).toEqual([]);
    expect(new Set(received).size).toBe(1000);
  },
);

test("while the events of a lost stream are sent again, a new one does not wait for the rest of them", async () => {
  const businessId = newId("biz");
  const createEvent = () => createOutboxEvent({ businessId, requestId: "req_1" }, StockLowSchema, { stockId: "s" });
  const createRow = () => createOutboxRows(businessId, [createEvent()])[0]!;
  const outbox = db.infrastructure<OutboxRow>("outbox");
  const lost = Array.from({ length: 640 }, createRow);
  const published = { publishedAt: new Date(), stream: "2020-01-01T00:00:00.000Z" };
  await outbox.insertMany(lost.map((row) => ({ ...row, ...published })));
  const { received, subscription } = await receiveEvents(businessId);

  const relay = startOutboxRelay({ database: db, bus, logger, metrics: createMetrics("kit") });
  await eventually(() => expect(received.length).toBeGreaterThan(0));
  const added = createRow();
  await outbox.insertOne(added);
  await eventually(() => expect(received).toHaveLength(lost.length + 1));
  await relay.stop();
  subscription.unsubscribe();
  const [event] = added.events;
  // Two batches may have been sent already.
  expect(received.indexOf(event?._id ?? "")).toBeLessThan(lost.length / 2);
  expect(received).toContain(event?._id);
});

test("an event that is sent again after the loss of the stream expires when it would have without the loss", async () => {
  const businessId = newId("biz");
  const event = createOutboxEvent({ businessId, requestId: "req_1" }, StockLowSchema, { stockId: "s" });
  const outbox = db.infrastructure<OutboxRow>("outbox");
  const publishedAt = new Date(Date.now() - 5 * 24 * 3600 * 1000);
  const rows = createOutboxRows(businessId, [event]);
  await outbox.insertMany(rows.map((row) => ({ ...row, publishedAt, stream: "2020-01-01T00:00:00.000Z" })));

  const relay = startOutboxRelay({ database: db, bus, logger, metrics: createMetrics("kit") });
  await eventually(async () =>
    expect((await outbox.findOne({ businessId }))?.stream).not.toBe("2020-01-01T00:00:00.000Z"),
  );
  await relay.stop();
  expect((await outbox.findOne({ businessId }))?.publishedAt).toEqual(publishedAt);
});

test("events that only a lost stream had are sent again also when JetStream refuses them at first", async () => {
  const businessId = newId("biz");
  const event = createOutboxEvent({ businessId, requestId: "req_1" }, StockLowSchema, { stockId: "s" });
  const outbox = db.infrastructure<OutboxRow>("outbox");
  const lost = { publishedAt: new Date(), stream: "2020-01-01T00:00:00.000Z" };
  await outbox.insertMany(createOutboxRows(businessId, [event]).map((row) => ({ ...row, ...lost })));
  let attempts = 0;
  const connection = await bus.connected();
  const jetstream = connection.jetstream();
  const publish: typeof jetstream.publish = (...given) => {
    attempts += 1;
    return attempts === 1 ? Promise.reject(new Error("insufficient resources")) : jetstream.publish(...given);
  };
  const current = () => Object.create(connection, { jetstream: { value: () => ({ publish }) } }) as typeof connection;

  const relay = startOutboxRelay({ database: db, bus: { ...bus, current }, logger, metrics: createMetrics("kit") });
  await eventually(async () => expect((await outbox.findOne({ businessId }))?.stream).not.toBe(lost.stream));
  await relay.stop();
  expect(attempts).toBe(2);
});
