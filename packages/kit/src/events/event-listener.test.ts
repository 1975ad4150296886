import { randomBytes } from "node:crypto";
import { StockLowSchema } from "@tenant-ops/proto/supply";
import { AckPolicy } from "nats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOutboxRow } from "../data/outbox-row.js";
import { type Bus, openBus } from "./bus.js";
import { ensureEventStream, eventStream } from "./event-stream.js";
import { Refusal } from "../errors/refusal.js";
import { startEventListener } from "./event-listener.js";
import type { EventListener, EventListenerOptions } from "./event-listener.types.js";
import { newId } from "../data/ids.js";
import type { DeadLetterRow, OutboxRow } from "../data/infrastructure.js";
import { createSystemCall } from "../call/call.js";
import { openDatabase } from "../data/database.js";
import type { Database } from "../data/database.types.js";
import { startOutboxRelay } from "./outbox-relay.js";
import { createLogger, type Logger } from "../telemetry/logger.js";
import { createMetrics } from "../telemetry/metrics.js";
import { eventually, testBackend } from "../testing/index.js";

interface Note {
  _id: string;
  stockId: string;
}

const logger = createLogger("kit", "silent");
const metrics = createMetrics("kit");
let db: Database;
let bus: Bus;
const running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  const { mongodbUrl, natsUrl } = testBackend();
  const name = `test_kit_${randomBytes(4).toString("hex")}`;
  db = await openDatabase({
    url: mongodbUrl,
    name,
    appName: "kit",
    logger,
    indexes: { notes: [] },
    guardTenancy: true,
  });
  bus = openBus({ url: natsUrl, name: "kit", logger });
  await bus.connected();
  running.push(startOutboxRelay({ database: db, bus, logger, metrics }));
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()));
  await bus.close();
  await db.close();
});

const announce = (businessId: string, stockId: string) =>
  db.transaction(createSystemCall(businessId, "test"), (scope) => scope.publish(StockLowSchema, { stockId }));

function listen(
  businessId: string,
  on: EventListener["handle"],
  given: Partial<EventListener> = {},
  options: Partial<EventListenerOptions> = {},
) {
  const listener = { name: `test-${newId("lst")}`, subject: `events.supply.${businessId}.>`, handle: on, ...given };
  const started = startEventListener({ listener, database: db, bus, logger, metrics, backoffMs: 5, ...options });
  running.push(started);
  return started;
}

const notesOf = (businessId: string) =>
  db.scope(createSystemCall(businessId, "test")).collection<Note>("notes").find({});

const takeNote: EventListener["handle"] = async (event, scope) => {
  const low = event.as(StockLowSchema);
  if (low) await scope.collection<Note>("notes").insertOne({ _id: newId("note"), stockId: low.stockId });
};

describe("a relay", () => {
  test("asks a broker that is away ever more seldom, however much is announced meanwhile", async () => {
    const { mongodbUrl } = testBackend();
    const name = `test_kit_${randomBytes(4).toString("hex")}`;
    const warnings: unknown[] = [];
    const telling = { ...logger, warn: (line: unknown) => void warnings.push(line) } as Logger;
    const own = await openDatabase({ url: mongodbUrl, name, appName: "kit", logger });
    const away = openBus({ url: "nats://127.0.0.1:9", name: "kit", logger });
    const relay = startOutboxRelay({ database: own, bus: away, logger: telling, metrics: createMetrics("kit") });
    const call = createSystemCall(newId("biz"), "test");
    for (let times = 0; times < 40; times += 1) {
      await own.transaction(call, (scope) => scope.publish(StockLowSchema, { stockId: "s" }));
    }
    expect(warnings.length).toBeLessThan(5);
    await relay.stop();
    await away.close();
    await own.close();
  });

  test("goes on with the others when JetStream refuses one", async () => {
    const businessId = newId("biz");
    const outbox = db.infrastructure<OutboxRow>("outbox");
    const refused = {
      ...createOutboxRow({ businessId, requestId: "r" }, StockLowSchema, {}),
      subject: "nobody.listens",
    };
    await outbox.insertOne(refused);
    for (const stockId of ["s1", "s2", "s3"]) {
      await announce(businessId, stockId);
      await eventually(
        async () => expect(await outbox.countDocuments({ businessId, publishedAt: null })).toBe(1),
        2000,
      );
    }
    await outbox.deleteOne({ _id: refused._id });
  });
});

describe("a listener", () => {
  test("can be stopped while it is still beginning", async () => {
    const started = listen(newId("biz"), takeNote);
    // Long enough to have asked for its consumer, not long enough to have got it.
    await new Promise((resolve) => setImmediate(resolve));
    await started.stop();
  });

  test("goes on where it was when a new version of it would begin elsewhere or takes longer", async () => {
    const businessId = newId("biz");
    const name = `test-${newId("lst")}`;
    const manager = await (await bus.connected()).jetstreamManager();
    await ensureEventStream(manager);
    const subject = `events.supply.${businessId}.>`;
    const config = { durable_name: name, filter_subject: subject, ack_policy: AckPolicy.Explicit, ack_wait: 5e9 };
    await manager.consumers.add(eventStream, config);
    await announce(businessId, "meanwhile");

    listen(businessId, takeNote, { name, startTime: new Date(Date.now() + 3_600_000) });
    await eventually(async () => expect(await notesOf(businessId)).toHaveLength(1));
    expect((await manager.consumers.info(eventStream, name)).config.ack_wait).toBe(10e9);
  });
});

describe("an announced event", () => {
  test("reaches its listener, once, with what was announced", async () => {
    const businessId = newId("biz");
    listen(businessId, takeNote);
    await announce(businessId, "s1");
    await announce(businessId, "s2");
    const notes = await eventually(async () => {
      const found = await notesOf(businessId);
      expect(found).toHaveLength(2);
      return found;
    });
    expect(notes.map(({ stockId }) => stockId).sort()).toEqual(["s1", "s2"]);
  });

  test("that arrives twice acts once", async () => {
    const businessId = newId("biz");
    await announce(businessId, "s1");
    const row = await eventually(async () => {
      const found = await db.infrastructure<OutboxRow>("outbox").findOne({ businessId });
      expect(found?.publishedAt).toBeInstanceOf(Date);
      return found;
    });
    // Without a message id JetStream cannot know that it has this one already.
    const jetstream = (await bus.connected()).jetstream();
    await jetstream.publish(row?.subject ?? "", row?.envelope.buffer ?? new Uint8Array());
    listen(businessId, takeNote);
    await announce(businessId, "last");
    const notes = await eventually(async () => {
      const found = await notesOf(businessId);
      expect(found.map(({ stockId }) => stockId)).toContain("last");
      return found;
    });
    expect(notes.map(({ stockId }) => stockId).sort()).toEqual(["last", "s1"]);
  });

  test("whose listener fails comes again, and leaves no half of its effect", async () => {
    const businessId = newId("biz");
    let tries = 0;
    listen(businessId, async (event, scope) => {
      await takeNote(event, scope);
      tries += 1;
      if (tries < 3) throw new Error("not yet");
    });
    await announce(businessId, "s1");
    await eventually(async () => expect(await notesOf(businessId)).toHaveLength(1));
    expect(tries).toBe(3);
  });

  test("in the hands of a process that died comes to another one", async () => {
    const businessId = newId("biz");
    const name = `test-${newId("lst")}`;
    const dying = openBus({ url: testBackend().natsUrl, name: "kit", logger });
    let begin: () => void = () => undefined;
    let wakeUp: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const coma = new Promise<void>((resolve) => (wakeUp = resolve));
    const listener = { name, subject: `events.supply.${businessId}.>`, handle: () => (begin(), coma) };
    running.push(startEventListener({ listener, database: db, bus: dying, logger, metrics, ackWaitMs: 1000 }));
    await announce(businessId, "s1");
    await begun;
    await (await dying.connected()).close();
    listen(businessId, takeNote, { name }, { ackWaitMs: 1000 });
    await eventually(async () => expect(await notesOf(businessId)).toHaveLength(1), 20_000);
    wakeUp();
  });

  test("whose effect takes longer than a dead process is waited for stays with the one who works on it", async () => {
    const businessId = newId("biz");
    const name = `test-${newId("lst")}`;
    const signsOfLife: string[] = [];
    (await bus.connected()).subscribe(`$JS.ACK.EVENTS.${name}.>`, {
      callback: (_, message) => void signsOfLife.push(message.string()),
    });
    const on: EventListener["handle"] = async (event, scope) => {
      await eventually(() => expect(signsOfLife.length).toBeGreaterThan(1), 20_000);
      await takeNote(event, scope);
    };
    listen(businessId, on, { name }, { ackWaitMs: 900 });
    await announce(businessId, "s1");
    await eventually(() => expect(signsOfLife).toContain("+ACK"), 20_000);
    expect(await notesOf(businessId)).toHaveLength(1);
    expect(new Set(signsOfLife.slice(0, -1))).toEqual(new Set(["+WPI"]));
  });

  test("that nobody can work on is parked after ten tries, and the others go on", async () => {
    const businessId = newId("biz");
    const jetstream = (await bus.connected()).jetstream();
    await jetstream.publish(`events.supply.${businessId}.Garbage`, Buffer.from("garbage"));
    listen(businessId, takeNote);
    await announce(businessId, "good");
    await eventually(async () => expect(await notesOf(businessId)).toHaveLength(1));
    const parked = await eventually(async () => {
      const found = await db
        .infrastructure<DeadLetterRow>("deadLetters")
        .findOne({ subject: `events.supply.${businessId}.Garbage` });
      expect(found).not.toBeNull();
      return found;
    }, 15_000);
    expect(Buffer.from(parked?.data.buffer ?? []).toString()).toBe("garbage");
  });

  test("is not given up while it is the database that is in trouble", async () => {
    const businessId = newId("biz");
    let tries = 0;
    const on: EventListener["handle"] = async (event, scope) => {
      tries += 1;
      if (tries < 12) throw new Refusal("service_unavailable", "The database is away for a moment.");
      await takeNote(event, scope);
    };
    listen(businessId, on, {}, { backoffMs: 1 });
    await announce(businessId, "s1");
    await eventually(async () => expect(await notesOf(businessId)).toHaveLength(1), 15_000);
  });

  test("is published by one relay at a time, and by the next when that one stops", async () => {
    const businessId = newId("biz");
    const standby = startOutboxRelay({ database: db, bus, logger, metrics });
    running.push(standby);
    await running.shift()?.stop();
    await announce(businessId, "s1");
    await eventually(async () => {
      const row = await db.infrastructure<OutboxRow>("outbox").findOne({ businessId });
      expect(row?.publishedAt).toBeInstanceOf(Date);
    });
  });
});
