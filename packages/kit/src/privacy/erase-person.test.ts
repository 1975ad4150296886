import { randomBytes } from "node:crypto";
import { fromBinary } from "@bufbuild/protobuf";
import { EventEnvelopeSchema } from "@tenant-ops/proto/common";
import { SpinCompletedSchema } from "@tenant-ops/proto/roulettes";
import { Binary } from "mongodb";
import type { MsgRequest } from "nats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DataLife, PersonIdentifier } from "../data/data-life.types.js";
import type { Database } from "../data/database.types.js";
import { newId } from "../data/ids.js";
import type { DeadLetterRow, LeaseRow, OutboxRow, PersonErasureRow } from "../data/infrastructure.js";
import { runWithLease } from "../data/leases/lease.js";
import { createOutboxEvent, createOutboxRows } from "../data/transactions/outbox-row.js";
import { type Bus, openBus } from "../events/bus.js";
import { ensureEventStream, eventStream } from "../events/event-stream.js";
import { startOutboxRelay } from "../events/outbox-relay.js";
import { createLogger } from "../telemetry/logger.js";
import { createMetrics } from "../telemetry/metrics.js";
import { createTestCall, eventually, examinedDuring, openTestDatabase, testBackend } from "../testing/index.js";
import { erasePerson } from "./erase-person.js";
import { exportPerson } from "./export-person.js";
import { findPerson } from "./find-person.js";

const logger = createLogger("kit", "silent");
const kept = { retention: { kept: "always" } } as const;
const note = { roles: [{ identifiedBy: { userId: ["userId"], email: ["email"] } }] } as const;
const life: DataLife = {
  collections: { notes: { ...kept, personal: note }, unindexed: { ...kept, personal: note } },
  events: [SpinCompletedSchema],
};

let db: Database;
let bus: Bus;
beforeAll(async () => {
  const { mongodbUrl, natsUrl } = testBackend();
  const name = `test_erasure_${randomBytes(4).toString("hex")}`;
  const indexes = { notes: [{ key: { at: 1 as const } }], unindexed: [] };
  db = await openTestDatabase({ url: mongodbUrl, name, appName: "kit", logger, indexes, tenancyGuard: "commands" });
  bus = openBus({ url: natsUrl, name: "kit", logger });
  await ensureEventStream(await (await bus.connected()).jetstreamManager(), 0);
});
afterAll(async () => {
  await bus.close();
  await db.close();
});

interface Note {
  _id: string;
  userId: string;
  email: string;
}

const ana: PersonIdentifier[] = [{ kind: "userId", value: "ana" }];

async function createBusiness(collection = "notes", notes: Partial<Note>[] = [], others = 0) {
  const call = createTestCall(newId("biz"), { deadline: Date.now() + 150_000 });
  const scope = db.scope(call);
  const rows = Array.from({ length: others }, (): Note => ({ _id: newId("note"), userId: "other", email: "" }));
  await scope.collection<Note>(collection).insertMany(rows);
  const ofPerson = notes.map((given): Note => ({ _id: newId("note"), userId: "ana", email: "", ...given }));
  await scope.collection<Note>(collection).insertMany(ofPerson);
  const options = { db, life, bus, service: "roulettes" };
  const request = { requestId: newId("prq"), identifiers: ana, tombstone: "erased_1", pass: 1 };
  const erase = (until = Date.now() + 150_000, given = {}) =>
    erasePerson(options, call, { ...request, ...given }, until);
  return { call, scope, options, request, erase };
}

const createEvent = (businessId: string, userId: string) =>
  createOutboxEvent({ businessId, requestId: "req_1" }, SpinCompletedSchema, { userId });

function readUserId(envelope: Binary): string {
  return fromBinary(SpinCompletedSchema, fromBinary(EventEnvelopeSchema, envelope.buffer).data).userId;
}

describe("a business of any size", () => {
  test.each(["notes", "unindexed"])(
    "is searched, exported and erased in commands that examine a few thousand records: %s",
    async (name) => {
      const { call, scope, options, erase } = await createBusiness(name, [{}, {}, {}], 12_000);
      const examined = await examinedDuring(db.name, async () => {
        let position = "";
        let records = 0;
        do {
          // Time for one record only, or for one window without any.
          const part = await findPerson(options, call, ana, { given: position, until: 0 });
          const found = part.found.reduce((sum, { records: count }) => sum + count, 0);
          expect(found).toBeLessThanOrEqual(1);
          records += found;
          ({ position } = part);
        } while (position !== "");
        expect(records).toBe(3);

        const lines: string[] = [];
        do {
          const part = await exportPerson(options, call, ana, position);
          lines.push(...part.lines);
          ({ position } = part);
        } while (position !== "");
        expect(lines).toHaveLength(3);

        let result = await erase(0);
        let calls = 1;
        for (; !result.isComplete; calls += 1) result = await erase(0);
        // Every call has continued where the previous one ended.
        expect(calls).toBeGreaterThan(2);
        expect(result.changed).toEqual([{ collection: name, records: 3 }]);
      });
      expect(examined).toBeLessThanOrEqual(5010);
      expect(await scope.collection<Note>(name).count({ userId: "ana" })).toBe(0);
      expect(await scope.collection<Note>(name).count({ userId: "erased_1" })).toBe(3);
    },
  );

  test("with many pending events is read a hundred rows at a time, and every row is changed and counted once", async () => {
    const { call, erase } = await createBusiness();
    const events = Array.from({ length: 120 }, () => createEvent(call.businessId, "ana"));
    const rows = events.flatMap((event) => createOutboxRows(call.businessId, [event]));
    await db.infrastructure<OutboxRow>("outbox").insertMany(rows);
    const returned: number[] = [];
    const stop = db.watchReplies(({ commandName, reply }) => {
      const { cursor } = reply as { cursor?: { ns: string; firstBatch: unknown[] } };
      if (commandName === "find" && cursor?.ns.endsWith(".outbox")) returned.push(cursor.firstBatch.length);
    });
    const { isComplete, changed } = await erase();
    stop();
    expect(isComplete).toBe(true);
    expect(Math.max(...returned)).toBe(100);
    expect(changed).toEqual([{ collection: "outbox", records: 120 }]);
    const stored = await db.infrastructure<OutboxRow>("outbox").find({ businessId: call.businessId }).toArray();
    expect(new Set(stored.map(({ events: [event] }) => event && readUserId(event.envelope)))).toEqual(
      new Set(["erased_1"]),
    );
  });
});

test("a part that outlasts the caller's deadline is recorded", async () => {
  const { call, scope, options, request } = await createBusiness("notes", [{}]);
  const late = { ...call };
  const slow: DataLife = {
    ...life,
    erasureSteps: [
      async () => {
        // As if it had lasted that long.
        late.deadline = Date.now() - 1;
        return undefined;
      },
    ],
  };
  const worked = await erasePerson({ ...options, life: slow }, late, request, Date.now() + 150_000);
  expect(worked.isComplete).toBe(true);
  const progress = await scope.collection<PersonErasureRow>("personErasures").findById(request.requestId);
  expect(progress?.doneSteps).toBeGreaterThan(0);
});

test("of two calls at once one works, and the other one gets the counts so far", async () => {
  const { request, erase } = await createBusiness("notes", [{}]);
  const leases = db.infrastructure<LeaseRow>("leases");
  const other = await runWithLease(leases, `erasure ${request.requestId}`, () => erase());
  expect(other?.result).toEqual({ isComplete: false, changedInPass: 0, changed: [], links: [] });
  expect((await erase()).changed).toEqual([{ collection: "notes", records: 1 }]);
});

test("other names in a record that is erased are reported, and stored until the erasure has ended", async () => {
  const { scope, request, erase } = await createBusiness("notes", [{ email: "ana@example.com" }]);
  const link = { kind: "email", value: "ana@example.com" };
  expect((await erase()).links).toEqual([link]);
  // Also by the calls of later passes.
  expect((await erase(undefined, { pass: 2 })).links).toEqual([link]);
  expect((await scope.collection<PersonErasureRow>("personErasures").findById(request.requestId))?.links).toEqual([
    link,
  ]);
});

test("a full stream does not stop an erasure: the message is deleted first, and the relay sends the changed event", async () => {
  const { call, erase } = await createBusiness();
  const { _id, subject, envelope } = createEvent(call.businessId, "ana");
  const connection = await bus.connected();
  const { seq } = await connection.jetstream().publish(subject, envelope.buffer, { msgID: _id });
  expect((await erase()).changed).toEqual([{ collection: "EVENTS", records: 1 }]);
  const { streams } = await connection.jetstreamManager();
  const find = (query: object) => streams.getMessage(eventStream, query as MsgRequest).catch(() => undefined);
  expect(await find({ seq })).toBeUndefined();
  const [row] = await db.infrastructure<OutboxRow>("outbox").find({ businessId: call.businessId }).toArray();
  expect(row).toMatchObject({ publishedAt: null, events: [{ subject }] });

  const relay = startOutboxRelay({ database: db, bus, logger, metrics: createMetrics("kit") });
  await eventually(async () => {
    const sent = await find({ seq: 1, next_by_subj: subject });
    expect(sent && readUserId(new Binary(sent.data))).toBe("erased_1");
    // The same event: a consumer that has the original recognises it.
    expect(sent && fromBinary(EventEnvelopeSchema, sent.data).id).toBe(_id);
  });
  await relay.stop();
});

test("dead letters of the business are changed and counted once, and those of others stay", async () => {
  const { call, erase } = await createBusiness();
  const deadLetters = db.infrastructure<DeadLetterRow>("deadLetters");
  const others = newId("biz");
  const rows = [...Array.from({ length: 102 }, () => call.businessId), others].map((businessId): DeadLetterRow => {
    const { _id, subject, envelope } = createEvent(businessId, "ana");
    return { _id, subject, data: envelope, consumer: "test", error: "", at: new Date() };
  });
  await deadLetters.insertMany(rows);
  expect((await erase()).changed).toEqual([{ collection: "deadLetters", records: 102 }]);
  const found = await deadLetters.find({ data: { $exists: true } }).toArray();
  expect(found.filter(({ data }) => readUserId(data) === "ana").map(({ subject }) => subject.split(".")[2])).toEqual([
    others,
  ]);
});

test("a message that is no event does not stop an erasure: nothing can process it, and it goes", async () => {
  const { call, erase } = await createBusiness();
  const unreadable = Buffer.from([0x0a, 0x7f, 0x61]);
  const subject = `events.roulettes.${call.businessId}.SpinCompleted`;
  const deadLetters = db.infrastructure<DeadLetterRow>("deadLetters");
  const [own, other] = [newId("dl"), newId("dl")];
  const row = { consumer: "test", error: "", at: new Date(), data: new Binary(unreadable) };
  await deadLetters.insertMany([
    { _id: own, subject, ...row },
    { _id: other, subject: `events.roulettes.${newId("biz")}.SpinCompleted`, ...row },
  ]);
  await (await bus.connected()).jetstream().publish(subject, unreadable);
  expect(await erase()).toMatchObject({
    isComplete: true,
    changed: expect.arrayContaining([
      { collection: "deadLetters", records: 1 },
      { collection: "EVENTS", records: 1 },
    ]) as unknown,
  });
  expect(await deadLetters.find({ _id: { $in: [own, other] } }).toArray()).toMatchObject([{ _id: other }]);
  expect(await erase(undefined, { pass: 2 })).toMatchObject({ isComplete: true, changedInPass: 0 });
});
