import { randomBytes } from "node:crypto";
import { StockLowSchema } from "@tenant-ops/proto/supply";
import { AckPolicy } from "nats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createOutboxEvent, createOutboxRows } from "../data/transactions/outbox-row.js";
import { type Bus, openBus } from "./bus.js";
import { ensureEventStream, eventStream } from "./event-stream.js";
import { Refusal } from "../errors/refusal.js";
import { startEventListener } from "./event-listener.js";
import type { EventListener, EventListenerOptions, ReceivedEvent } from "./event-listener.types.js";
import { newId } from "../data/ids.js";
import type { DeadLetterRow, InboxRow, OutboxRow } from "../data/infrastructure.js";
import type { Database } from "../data/database.types.js";
import { startOutboxRelay } from "./outbox-relay.js";
import { createLogger, type Logger } from "../telemetry/logger.js";
import { createMetrics } from "../telemetry/metrics.js";
import { createTestCall, eventually, openTestDatabase, testBackend } from "../testing/index.js";

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
  db = await openTestDatabase({
    url: mongodbUrl,
    name,
    appName: "kit",
    logger,
    indexes: { notes: [] },
    tenancyGuard: "commands",
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

const publish = (businessId: string, stockId: string) =>
  db.transaction(createTestCall(businessId), (scope) => scope.publish(StockLowSchema, { stockId }));

function listen(
  businessId: string,
  handle: EventListener["handle"],
  given: Partial<EventListener> = {},
  options: Partial<EventListenerOptions> = {},
) {
  const listener = { name: `test-${newId("lst")}`, subject: `events.supply.${businessId}.>`, handle, ...given };
  const started = startEventListener({ listener, database: db, bus, logger, metrics, backoffMs: 5, ...options });
  running.push(started);
  return started;
}

const findNotes = (businessId: string) => db.scope(createTestCall(businessId)).collection<Note>("notes").find({});

const insertNotes: EventListener["handle"] = async (events) => {
  for (const { event, scope } of events) {
    const low = event.as(StockLowSchema);
    if (low) await scope.collection<Note>("notes").insertOne({ _id: newId("note"), stockId: low.stockId });
  }
};

describe("an outbox relay", () => {
  test("backs off while the broker is unreachable, and commits do not end the delay", async () => {
    const { mongodbUrl } = testBackend();
    const name = `test_kit_${randomBytes(4).toString("hex")}`;
    const failures: unknown[] = [];
    const recorder = {
      ...logger,
      warn: (line: unknown, message?: string) => {
        if (message === "events not published, will retry") failures.push(line);
      },
    } as Logger;
    const own = await openTestDatabase({ url: mongodbUrl, name, appName: "kit", logger });
    const unreachable = openBus({ url: "nats://127.0.0.1:9", name: "kit", logger });
    const relay = startOutboxRelay({
      database: own,
      bus: unreachable,
      logger: recorder,
      metrics: createMetrics("kit"),
    });
    const call = createTestCall();
    const publishOne = () => own.transaction(call, (scope) => scope.publish(StockLowSchema, { stockId: "s" }));
    await publishOne();
    await eventually(() => expect(failures.length).toBeGreaterThan(0));
    for (let times = 0; times < 40; times += 1) await publishOne();
    // Without the backoff each of the 40 commits would cause an attempt and a warning.
    expect(failures.length).toBeLessThan(10);
    expect(failures[0]).toMatchObject({ failures: 1 });
    await relay.stop();
    await unreachable.close();
    await own.close();
  });

  test("publishes the other events when JetStream refuses one", async () => {
    const businessId = newId("biz");
    const outbox = db.infrastructure<OutboxRow>("outbox");
    const createEvent = () => createOutboxEvent({ businessId, requestId: "r" }, StockLowSchema, {});
    const together = [createEvent(), { ...createEvent(), subject: "no.stream" }, createEvent()];
    const [refused] = createOutboxRows(businessId, together);
    if (!refused) throw new Error("no row");
    const received: string[] = [];
    const subscription = (await bus.connected()).subscribe(`events.supply.${businessId}.>`, {
      callback: (_, message) => void received.push(String(message.headers?.get("Nats-Msg-Id"))),
    });
    await outbox.insertOne(refused);
    // Two rows of another process: each is read in its own round, after the refused row.
    for (const row of [createEvent(), createEvent()].flatMap((event) => createOutboxRows(businessId, [event]))) {
      await outbox.insertOne(row);
      await eventually(async () => expect((await outbox.findOne({ _id: row._id }))?.publishedAt).toBeInstanceOf(Date));
    }
    await publish(businessId, "while one is refused");
    await eventually(async () => expect(await outbox.countDocuments({ businessId, publishedAt: null })).toBe(1));
    subscription.unsubscribe();
    // The other events of the same transaction were sent once, and not again in each round.
    const ofRow = together.map(({ _id }) => _id);
    const sent = received.filter((id) => ofRow.includes(id));
    expect(sent).toHaveLength(2);
    expect(new Set(sent)).toEqual(new Set([ofRow[0], ofRow[2]]));
    const marked = (await outbox.findOne({ _id: refused._id }))?.events.map(({ stream }) => stream !== undefined);
    expect(marked).toEqual([true, false, true]);
    await outbox.deleteOne({ _id: refused._id });
  });
});

describe("a listener", () => {
  test("that waits for its first connection ends without an error when the bus is closed", async () => {
    const unreachable = openBus({ url: "nats://127.0.0.1:9", name: "kit", logger });
    const listener = listen(newId("biz"), insertNotes, {}, { bus: unreachable });
    await listener.stop();
    await unreachable.close();
    // An error of the listener, which nothing would catch, would end this run.
    await expect(unreachable.connected()).rejects.toThrow("the bus was closed");
  });

  test("can be stopped while its consumer is being created", async () => {
    const businessId = newId("biz");
    const started = listen(businessId, insertNotes);
    // The request for the consumer is sent, and not answered yet.
    await new Promise((resolve) => setImmediate(resolve));
    await started.stop();
    await publish(businessId, "after the stop");
    await eventually(async () => {
      const row = await db.infrastructure<OutboxRow>("outbox").findOne({ businessId });
      expect(row?.publishedAt).toBeInstanceOf(Date);
    });
    expect(await findNotes(businessId)).toEqual([]);
  });

  test("continues from its position when a new version has another start time, and gets the new ack_wait", async () => {
    const businessId = newId("biz");
    const name = `test-${newId("lst")}`;
    const manager = await (await bus.connected()).jetstreamManager();
    await ensureEventStream(manager, 0);
    const subject = `events.supply.${businessId}.>`;
    const config = { durable_name: name, filter_subject: subject, ack_policy: AckPolicy.Explicit, ack_wait: 5e9 };
    await manager.consumers.add(eventStream, config);
    await publish(businessId, "meanwhile");

    listen(businessId, insertNotes, { name, startTime: new Date(Date.now() + 3_600_000) });
    await eventually(async () => expect(await findNotes(businessId)).toHaveLength(1));
    expect((await manager.consumers.info(eventStream, name)).config.ack_wait).toBe(10e9);
  });
});

describe("a published event", () => {
  /** Waits until the listener has acknowledged as many messages, and none is left. */
  async function hasAcknowledged(name: string, messages: number) {
    const manager = await (await bus.connected()).jetstreamManager();
    await eventually(async () => {
      const { ack_floor, num_ack_pending, num_pending } = await manager.consumers.info(eventStream, name);
      expect([num_ack_pending, num_pending]).toEqual([0, 0]);
      expect(ack_floor.consumer_seq).toBeGreaterThanOrEqual(messages);
    });
  }

  test("reaches its listener once, with its content", async () => {
    const businessId = newId("biz");
    listen(businessId, insertNotes);
    await publish(businessId, "s1");
    await publish(businessId, "s2");
    const notes = await eventually(async () => {
      const found = await findNotes(businessId);
      expect(found).toHaveLength(2);
      return found;
    });
    expect(notes.map(({ stockId }) => stockId).sort()).toEqual(["s1", "s2"]);
  });

  test("that is delivered twice is processed once", async () => {
    const businessId = newId("biz");
    await publish(businessId, "s1");
    const row = await eventually(async () => {
      const found = await db.infrastructure<OutboxRow>("outbox").findOne({ businessId });
      expect(found?.publishedAt).toBeInstanceOf(Date);
      return found;
    });
    // Without a message id JetStream cannot recognise the duplicate.
    const jetstream = (await bus.connected()).jetstream();
    const [event] = row?.events ?? [];
    await jetstream.publish(event?.subject ?? "", event?.envelope.buffer ?? new Uint8Array());
    const name = `test-${newId("lst")}`;
    listen(businessId, insertNotes, { name });
    // Both may be processed at once, so one of them may be redelivered after a write conflict.
    await hasAcknowledged(name, 2);
    expect((await findNotes(businessId)).map(({ stockId }) => stockId)).toEqual(["s1"]);
  });

  test("that is not wanted is acknowledged and not stored", async () => {
    const businessId = newId("biz");
    const name = `test-${newId("lst")}`;
    const isWanted: EventListener["isWanted"] = async (event) => event.as(StockLowSchema)?.stockId !== "unwanted";
    const committed: string[] = [];
    const afterCommit = async ({ envelope }: ReceivedEvent) => void committed.push(envelope.id);
    await publish(businessId, "unwanted");
    await publish(businessId, "wanted");
    listen(businessId, insertNotes, { name, isWanted, afterCommit });
    await hasAcknowledged(name, 2);
    expect((await findNotes(businessId)).map(({ stockId }) => stockId)).toEqual(["wanted"]);
    expect(committed).toHaveLength(1);
    expect(await db.infrastructure<InboxRow>("inbox").countDocuments({ businessId })).toBe(1);
  });

  test("is not asked for again when it is redelivered: it may have been processed before a crash", async () => {
    const businessId = newId("biz");
    let asked = 0;
    const isWanted = async () => (asked += 1) === 1;
    let commits = 0;
    const afterCommit = async () => {
      commits += 1;
      if (commits === 1) throw new Error("as in a crash after the commit");
    };
    listen(businessId, insertNotes, { isWanted, afterCommit });
    await publish(businessId, "s1");
    await eventually(() => expect(commits).toBe(2));
    expect(asked).toBe(1);
    expect(await findNotes(businessId)).toHaveLength(1);
  });

  test("whose handler fails is redelivered, and a failed try writes nothing", async () => {
    const businessId = newId("biz");
    let tries = 0;
    listen(businessId, async (events) => {
      await insertNotes(events);
      tries += 1;
      if (tries < 3) throw new Error("not yet");
    });
    await publish(businessId, "s1");
    await eventually(async () => expect(await findNotes(businessId)).toHaveLength(1));
    expect(tries).toBe(3);
  });

  test("shares a transaction with others of its business, and is not affected by one that fails", async () => {
    const call = createTestCall(newId("biz"));
    const sizes: number[] = [];
    const process = db.processOnce<string>(async (events) => {
      sizes.push(events.length);
      if (events.some(({ event }) => event === "bad")) throw new Error("a fault of the handler");
      for (const { event, scope } of events)
        await scope.collection<Note>("notes").append({ _id: newId("note"), stockId: event });
    });
    // The first one starts at once, and the others wait for its end.
    const sent = ["first", "second", "bad", "third"].map((event) => process(call, { id: newId("evt"), event }));
    const results = await Promise.allSettled(sent);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(Math.max(...sizes)).toBe(3);
    const notes = await findNotes(call.businessId);
    expect(notes.map(({ stockId }) => stockId).toSorted()).toEqual(["first", "second", "third"]);
  });

  test("that arrives twice at the same time is processed once", async () => {
    const call = createTestCall(newId("biz"));
    const process = db.processOnce<string>(async (events) => {
      for (const { event, scope } of events)
        await scope.collection<Note>("notes").append({ _id: newId("note"), stockId: event });
    });
    const ids = [newId("evt"), newId("evt")];
    const sent = ids.flatMap((id) => [id, id]).map((id) => process(call, { id, event: id }));
    expect(await Promise.all(sent)).toEqual(["processed", "duplicate", "processed", "duplicate"]);
    expect(await findNotes(call.businessId)).toHaveLength(2);
  });

  test("of a consumer that died is redelivered to another one", async () => {
    const businessId = newId("biz");
    const name = `test-${newId("lst")}`;
    const dying = openBus({ url: testBackend().natsUrl, name: "kit", logger });
    let reportStart: () => void = () => undefined;
    let finish: () => void = () => undefined;
    const hasStarted = new Promise<void>((resolve) => (reportStart = resolve));
    const blocked = new Promise<void>((resolve) => (finish = resolve));
    const listener = { name, subject: `events.supply.${businessId}.>`, handle: () => (reportStart(), blocked) };
    running.push(startEventListener({ listener, database: db, bus: dying, logger, metrics, ackWaitMs: 1000 }));
    await publish(businessId, "s1");
    await hasStarted;
    await (await dying.connected()).close();
    listen(businessId, insertNotes, { name }, { ackWaitMs: 1000 });
    await eventually(async () => expect(await findNotes(businessId)).toHaveLength(1));
    finish();
  });

  test("whose handler runs longer than ack_wait is not redelivered", async () => {
    const businessId = newId("biz");
    const name = `test-${newId("lst")}`;
    const acknowledgements: string[] = [];
    (await bus.connected()).subscribe(`$JS.ACK.EVENTS.${name}.>`, {
      callback: (_, message) => void acknowledgements.push(message.string()),
    });
    const handle: EventListener["handle"] = async (events) => {
      await eventually(() => expect(acknowledgements.length).toBeGreaterThan(1));
      await insertNotes(events);
    };
    listen(businessId, handle, { name }, { ackWaitMs: 900 });
    await publish(businessId, "s1");
    await eventually(() => expect(acknowledgements).toContain("+ACK"));
    expect(await findNotes(businessId)).toHaveLength(1);
    // On a machine that stalls for a second the event is redelivered, and its inbox row makes that a duplicate.
    const before = acknowledgements.slice(0, acknowledgements.indexOf("+ACK"));
    expect(new Set(before)).toEqual(new Set(["+WPI"]));
  });

  const findDeadLetter = (subject: string) =>
    eventually(async () => {
      const found = await db.infrastructure<DeadLetterRow>("deadLetters").findOne({ subject });
      if (!found) throw new Error("no dead letter yet");
      return found;
    });

  test("that fails ten times for an event stores a dead letter, and the others are processed", async () => {
    const businessId = newId("biz");
    let tries = 0;
    const handle: EventListener["handle"] = async (events) => {
      if (events.every(({ event }) => event.as(StockLowSchema)?.stockId !== "bad")) return insertNotes(events);
      // Together with another event it is no try of its own: each of them then runs alone.
      if (events.length === 1) tries += 1;
      throw new Error("a fault of the handler");
    };
    listen(businessId, handle, {}, { backoffMs: 1 });
    await publish(businessId, "bad");
    await publish(businessId, "good");
    await eventually(async () => expect(await findNotes(businessId)).toHaveLength(1));
    const { error } = await findDeadLetter(`events.supply.${businessId}.StockLow`);
    expect([error, tries]).toEqual(["a fault of the handler", 10]);
  });

  test("stores a message that is no event as a dead letter at once, because no retry can read it", async () => {
    const businessId = newId("biz");
    const subject = `events.supply.${businessId}.Garbage`;
    const jetstream = (await bus.connected()).jetstream();
    for (const content of ["garbage", ""]) await jetstream.publish(subject, Buffer.from(content));
    // A retry would come after an hour.
    listen(businessId, insertNotes, {}, { backoffMs: 3_600_000 });
    await publish(businessId, "good");
    await eventually(async () => expect(await findNotes(businessId)).toHaveLength(1));
    const deadLetters = db.infrastructure<DeadLetterRow>("deadLetters");
    await eventually(async () => expect(await deadLetters.countDocuments({ subject })).toBe(2));
    const { data } = await findDeadLetter(subject);
    expect(["garbage", ""]).toContain(Buffer.from(data.buffer).toString());
  });

  test("is retried without limit while the failure is temporary", async () => {
    const businessId = newId("biz");
    let tries = 0;
    const handle: EventListener["handle"] = async (events) => {
      tries += 1;
      if (tries < 12) throw new Refusal("service_unavailable", "The database is away for a moment.");
      await insertNotes(events);
    };
    listen(businessId, handle, {}, { backoffMs: 1 });
    await publish(businessId, "s1");
    await eventually(async () => expect(await findNotes(businessId)).toHaveLength(1));
  });

  test("is published by one relay at a time, and by the next one when that one stops", async () => {
    const businessId = newId("biz");
    const standby = startOutboxRelay({ database: db, bus, logger, metrics });
    running.push(standby);
    await running.shift()?.stop();
    await publish(businessId, "s1");
    await eventually(async () => {
      const row = await db.infrastructure<OutboxRow>("outbox").findOne({ businessId });
      expect(row?.publishedAt).toBeInstanceOf(Date);
    });
  });
});
