import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { StockLowSchema } from "@tenant-ops/proto/supply";
import {
  type BulkWriteResult,
  ClientSession,
  type Document,
  MongoBulkWriteError,
  MongoClient,
  MongoNetworkError,
  MongoServerError,
} from "mongodb";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Call } from "../call/call.js";
import { type Refusal, refused } from "../errors/refusal.js";
import { isDuplicateKeyError, newId } from "./ids.js";
import type { OutboxEvent, OutboxRow } from "./infrastructure.js";
import type { Database } from "./database.types.js";
import { createLogger } from "../telemetry/logger.js";
import { createMetrics } from "../telemetry/metrics.js";
import { pino } from "pino";
import { rejectUnscopedCommands } from "./tenancy/command-guard.js";
import { createTenancyGuard } from "./tenancy/tenancy-guard.js";
import { TenantCollection } from "./tenancy/tenant-collection.js";
import { createTestCall, eventually, openTestDatabase, testBackend } from "../testing/index.js";

interface Thing {
  _id: string;
  name: string;
  count: number;
}

const name = `test_kit_${randomBytes(4).toString("hex")}`;
let db: Database;
let raw: MongoClient;

beforeAll(async () => {
  const { mongodbUrl: url } = testBackend();
  const indexes = { things: [{ key: { name: 1 }, unique: true }] };
  const logger = createLogger("kit", "silent");
  db = await openTestDatabase({ url, name, appName: "kit", logger, indexes, tenancyGuard: "commands" });
  raw = await new MongoClient(url).connect();
});
afterAll(async () => {
  await db.close();
  await raw.close();
});

const newCall = (given: Partial<Call> = {}): Call =>
  createTestCall(newId("biz"), { requestDigest: () => "digest", ...given });
const things = (call: Call) => db.scope(call).collection<Thing>("things");
const createThing = (): Thing => ({ _id: newId("thing"), name: newId("name"), count: 1 });

/** Kills an operation, as an operator does, or a process that aborts orphaned transactions. */
async function killOperation(which: Document): Promise<void> {
  const admin = raw.db("admin");
  const [found] = await admin.aggregate([{ $currentOp: {} }, { $match: which }]).toArray();
  if (!found) throw new Error("the operation does not run yet");
  await admin.command({ killOp: 1, op: found["opid"] });
}

describe("a scope", () => {
  test("shows a business its own records and nothing of another", async () => {
    const [own, other] = [newCall(), newCall()];
    const thing = createThing();
    await things(own).insertOne(thing);

    expect(await things(own).findOne({ _id: thing._id })).toEqual(thing);
    expect(await things(other).findOne({ _id: thing._id })).toBeNull();
    expect(await things(other).find({})).toEqual([]);
    expect(await things(other).count({})).toBe(0);
    expect(await things(other).aggregate([{ $match: {} }])).toEqual([]);
    expect(await things(other).updateOne({ _id: thing._id }, { $set: { count: 9 } })).toMatchObject({
      matchedCount: 0,
    });
    expect(await things(other).findOneAndUpdate({ _id: thing._id }, { $set: { count: 9 } })).toBeNull();
    expect(await things(other).deleteOne({ _id: thing._id })).toBe(false);
    expect(await things(own).findOne({ _id: thing._id })).toEqual(thing);
  });

  test("ignores a businessId in a filter or in a record", async () => {
    const [own, other] = [newCall(), newCall()];
    const thing = createThing();
    await things(own).insertOne(thing);
    const filter = { _id: thing._id, businessId: own.businessId } as { _id: string };
    expect(await things(other).findOne(filter)).toBeNull();
    const forged = { ...createThing(), businessId: own.businessId } as Thing;
    await things(other).insertOne(forged);
    expect(await things(own).findOne({ _id: forged._id })).toBeNull();
  });

  test("refuses a pipeline that would read another collection", async () => {
    await expect(things(newCall()).aggregate([{ $lookup: { from: "things" } }])).rejects.toThrow("$lookup");
  });
});

describe("without a well-formed business id", () => {
  const malformed: unknown[] = [undefined, null, "", "*", "biz_1", { $ne: "x" }, { $exists: true }, ["biz_1"], 7];
  const callOf = (businessId: unknown) => ({ ...newCall(), businessId: businessId as string });

  test.each(malformed)(
    "%j: a scope, a collection, a transaction and an event's work all refuse",
    async (businessId) => {
      const call = callOf(businessId);
      const message = "not a well-formed business id";
      let runs = 0;
      const work = async () => void (runs += 1);
      expect(() => db.scope(call)).toThrow(message);
      const context = { businessId: businessId as string, maxTimeMS: () => 1000 };
      expect(() => new TenantCollection(raw.db(name).collection("things"), context)).toThrow(message);
      await expect(db.transaction(call, work)).rejects.toThrow(message);
      await expect(db.processOnce(work)(call, { id: newId("evt"), event: undefined })).rejects.toThrow(message);
      expect(runs).toBe(0);
    },
  );
});

describe("an undefined value", () => {
  test("in a filter never matches more records than the filter says", async () => {
    const call = newCall();
    await things(call).insertOne(createThing());
    await expect(things(call).find({ name: undefined })).rejects.toThrow("no value for name");
    expect(await things(call).find({ name: { $eq: undefined } })).toEqual([]);
    expect(await things(call).find({ $or: [{ name: undefined }] })).toEqual([]);
  });
});

describe("the tenancy guard", () => {
  const refusal = "does not name the business";

  test("refuses every operation that does not name one business, logs it, counts it, and leaves the database usable", async () => {
    const lines: object[] = [];
    const logger = pino({ level: "error" }, { write: (line: string) => void lines.push(JSON.parse(line) as object) });
    const metrics = createMetrics("kit");
    const guard = createTenancyGuard({ shared: new Set(["sharedThings"]), logger, metrics });
    const collection = guard.guard(raw.db(name).collection("things"));
    const businessId = newId("biz");
    const operations: [name: string, run: (filter: Document) => unknown][] = [
      ["find", (filter) => collection.find(filter)],
      ["findOne", (filter) => collection.findOne(filter)],
      ["countDocuments", (filter) => collection.countDocuments(filter)],
      ["aggregate", (filter) => collection.aggregate([{ $match: filter }])],
      ["aggregate", (filter) => collection.aggregate([{ $project: filter }])],
      ["insertOne", (filter) => collection.insertOne({ ...filter })],
      ["insertMany", (filter) => collection.insertMany([{ businessId }, { ...filter }])],
      ["updateOne", (filter) => collection.updateOne(filter, { $set: { count: 2 } })],
      ["updateMany", (filter) => collection.updateMany(filter, { $set: { count: 2 } })],
      ["findOneAndUpdate", (filter) => collection.findOneAndUpdate(filter, { $set: { count: 2 } })],
      ["deleteOne", (filter) => collection.deleteOne(filter)],
      ["bulkWrite", (filter) => collection.bulkWrite([{ updateOne: { filter, update: { $set: { count: 2 } } } }])],
      ["deleteMany", (filter) => collection.deleteMany(filter)],
      ["distinct", (filter) => collection.distinct("name", filter)],
      ["drop", () => collection.drop()],
    ];
    const filters = [
      {},
      { businessId: undefined },
      { businessId: { $ne: "x" } },
      { businessId: "" },
      { businessId: "*" },
    ];
    for (const [, run] of operations) for (const filter of filters) expect(() => run(filter)).toThrow(refusal);
    expect(() => guard.checkInsert("things", {})).toThrow(refusal);

    const refused = operations.length * filters.length + 1;
    expect((await metrics.tenancyRefusals.get()).values).toMatchObject([{ value: refused }]);
    expect(lines).toHaveLength(refused);
    expect(lines[0]).toMatchObject({
      level: 50,
      msg: "database operation without a business refused",
      operation: "find",
      collection: "things",
    });
    expect(await collection.find({ businessId }).toArray()).toEqual([]);
    expect(await raw.db(name).collection("things").countDocuments({ count: 2 })).toBe(0);
    for (const allowed of ["sharedThings", "outbox"]) guard.checkInsert(allowed, {});
  });

  test("is on when nothing is said: code that takes the business out of a filter is refused", async () => {
    const unset = await openTestDatabase({
      url: testBackend().mongodbUrl,
      name,
      appName: "kit",
      logger: createLogger("kit", "silent"),
    });
    const call = newCall();
    const unscoped = unset.scope(call).collection<Thing>("things");
    // A fault in the class that adds the business: the id is taken away after it was checked.
    Object.assign(unscoped, { context: { businessId: undefined, maxTimeMS: () => 1000 } });
    await expect(unscoped.find({})).rejects.toThrow(refusal);
    await expect(unscoped.insertOne(createThing())).rejects.toThrow(refusal);
    const appending = unset.transaction(call, async (scope) => {
      const collection = scope.collection<Thing>("things");
      const context = Reflect.get(collection, "context") as object;
      Object.assign(collection, { context: { ...context, businessId: undefined } });
      await collection.appendUpdate({ _id: "thing_1" }, { $set: { count: 2 } });
    });
    await expect(appending).rejects.toThrow(refusal);
    await unset.close();
  });

  test("for tests also fails a command of the driver that does not name the business", async () => {
    const guarded = new MongoClient(testBackend().mongodbUrl, { monitorCommands: true });
    rejectUnscopedCommands(guarded, name, new Set());
    const collection = guarded.db(name).collection<Thing>("things");
    await expect(collection.find({}).toArray()).rejects.toThrow(refusal);
    await expect(collection.insertOne(createThing())).rejects.toThrow(refusal);
    await expect(collection.updateMany({ count: 1 }, { $set: { count: 2 } })).rejects.toThrow(refusal);
    await expect(collection.deleteMany({})).rejects.toThrow(refusal);
    await expect(collection.countDocuments()).rejects.toThrow(refusal);
    await expect(collection.drop()).rejects.toThrow(refusal);
    await guarded.close();
  });
});

// oxlint-disable-next-line typescript/unbound-method -- called with the session as `this`
const realCommit = ClientSession.prototype.commitTransaction;

describe("a transaction", () => {
  test("commits records and events together or not at all", async () => {
    const call = newCall();
    const thing = createThing();
    const failing = db.transaction(call, async (scope) => {
      await scope.collection<Thing>("things").insertOne(thing);
      await scope.publish(StockLowSchema, { stockId: "s" });
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await things(call).findOne({ _id: thing._id })).toBeNull();
    expect(await findOutboxEvents(call)).toEqual([]);
  });

  test("returns the stored answer for a repeated key, and writes once", async () => {
    const call = newCall({ idempotencyKey: "k1" });
    const write = (given: Call) =>
      db.transaction(given, async (scope) => {
        const thing = createThing();
        await scope.collection<Thing>("things").insertOne(thing);
        await scope.publish(StockLowSchema, { stockId: thing._id });
        return { id: thing._id };
      });
    const first = await write(call);
    const again: Call = { ...call };
    expect(await write(again)).toEqual(first);
    expect(again.replayed).toBe(true);
    expect(await things(call).count({})).toBe(1);
    expect(await findOutboxEvents(call)).toHaveLength(1);
  });

  test("of twenty concurrent calls with one key writes once and gives all the same answer", async () => {
    const call = newCall({ idempotencyKey: "k1" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        db.transaction({ ...call }, async (scope) => {
          const thing = createThing();
          await scope.collection<Thing>("things").append(thing);
          return { id: thing._id };
        }),
      ),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await things(call).count({})).toBe(1);
  });

  test("refuses a key that was used with other arguments", async () => {
    const call = newCall({ idempotencyKey: "k1" });
    await db.transaction(call, async () => ({ ok: true }));
    const other = db.transaction({ ...call, requestDigest: () => "other" }, async () => ({ ok: true }));
    await expect(other).rejects.toMatchObject({ code: "idempotency_conflict" });
  });

  test("refuses a call whose key is in use by a running call until the deadline", async () => {
    const call = newCall({ idempotencyKey: "k1" });
    const session = raw.startSession();
    session.startTransaction();
    const row = { _id: `${call.businessId}|test|k1`, businessId: call.businessId } as unknown as Document;
    const stored = raw.db(name).collection("idempotency");
    await stored.insertOne(row, { session });
    // Another test aborts a transaction that does nothing for a second as orphaned, so this one ends long before.
    const late = { ...call, deadline: Date.now() + 300 };
    const second = db.transaction(late, async () => ({ ok: true }));
    await expect(second).rejects.toMatchObject({ code: "idempotency_in_flight", retryAfter: 1 });
    await session.abortTransaction();
  });

  test("stores no answer for a failed call, so its key can be used again", async () => {
    const call = newCall({ idempotencyKey: "k1" });
    await expect(db.transaction(call, () => Promise.reject(new Error("not yet")))).rejects.toThrow("not yet");
    expect(await db.transaction(call, async () => ({ ok: true }))).toEqual({ ok: true });
    expect(call.replayed).toBeUndefined();
  });

  test("loses no update when many calls change one record", async () => {
    const call = newCall();
    const thing = createThing();
    await things(call).insertOne({ ...thing, count: 0 });
    const add = () =>
      db.transaction(call, async (scope) => {
        await scope.collection<Thing>("things").updateOne({ _id: thing._id }, { $inc: { count: 1 } });
        await scope.publish(StockLowSchema, { stockId: thing._id });
      });
    await Promise.all(Array.from({ length: 20 }, add));
    expect(await things(call).findOne({ _id: thing._id })).toMatchObject({ count: 20 });
    expect(await findOutboxEvents(call)).toHaveLength(20);
  });

  test("whose command is killed is retried, and writes once", async () => {
    const call = newCall();
    const thing = createThing();
    await things(call).insertOne({ ...thing, count: 0 });
    const slowly = { $function: { body: "function() { sleep(120000); return 1; }", args: [], lang: "js" } };
    let starts = 0;
    const work = db.transaction(call, async (scope) => {
      starts += 1;
      const own = scope.collection<Thing>("things");
      await own.updateOne({ _id: thing._id }, { $inc: { count: 1 } });
      if (starts === 1) await own.aggregate([{ $match: { _id: thing._id } }, { $addFields: { slowly } }]);
      return "done";
    });
    await eventually(() =>
      killOperation({ ns: `${name}.things`, active: true, "command.pipeline": { $exists: true } }),
    );

    expect(await work).toBe("done");
    expect(starts).toBe(2);
    expect(await things(call).findOne({ _id: thing._id })).toMatchObject({ count: 1 });
  });

  // As the driver throws them when its pool was given up before the connection broke: without the label for a retry.
  test.each<[string, () => Error]>([
    ["a command", () => new MongoNetworkError("connection closed")],
    ["a bulk write", () => new MongoBulkWriteError(new MongoNetworkError("connection closed"), {} as BulkWriteResult)],
  ])("whose connection breaks in %s is retried, and writes once", async (_, createError) => {
    const call = newCall();
    const thing = createThing();
    await things(call).insertOne({ ...thing, count: 0 });
    let starts = 0;
    await db.transaction(call, async (scope) => {
      starts += 1;
      await scope.collection<Thing>("things").updateOne({ _id: thing._id }, { $inc: { count: 1 } });
      if (starts === 1) throw createError();
    });
    expect(starts).toBe(2);
    expect(await things(call).findOne({ _id: thing._id })).toMatchObject({ count: 1 });
  });

  test.each([
    ["was aborted, and the write concern not waited for", { code: 251, writeConcernError: { code: 11_601 } }, true],
    ["was aborted, and the commit interrupted", { code: 11_601 }, true],
    ["is committed, and only the answer was interrupted", { code: 11_601 }, false],
  ])("that is killed at its commit writes once, when it %s", async (_, error, isAborted) => {
    const call = newCall();
    const thing = createThing();
    await things(call).insertOne({ ...thing, count: 0 });
    const commit = vi.spyOn(ClientSession.prototype, "commitTransaction");
    onTestFinished(() => commit.mockRestore());
    // The answers of a real server when killSessions comes during a commit. None has the label for a retry.
    commit.mockImplementationOnce(async function (this: ClientSession) {
      if (isAborted) await raw.db("admin").command({ killSessions: [{ id: this.id?.id }] });
      await realCommit.call(this).catch(() => undefined);
      throw new MongoServerError({ ok: 0, errmsg: "was killed", ...error });
    });
    let starts = 0;
    await db.transaction(call, async (scope) => {
      starts += 1;
      await scope.collection<Thing>("things").updateOne({ _id: thing._id }, { $inc: { count: 1 } });
    });
    expect(starts).toBe(isAborted ? 2 : 1);
    expect(await things(call).findOne({ _id: thing._id })).toMatchObject({ count: 1 });
  });

  test("that is killed around its commit does not fail, and writes once", async () => {
    const call = newCall({ deadline: Date.now() + 150_000 });
    const thing = createThing();
    await things(call).insertOne({ ...thing, count: 0 });
    const commit = vi.spyOn(ClientSession.prototype, "commitTransaction");
    onTestFinished(() => commit.mockRestore());
    commit.mockImplementation(async function (this: ClientSession) {
      const kill = sleep(Math.random() * 3).then(() =>
        raw.db("admin").command({ killSessions: [{ id: this.id?.id }] }),
      );
      // Most kills come too early or too late. In one of forty the server answers that the commit was interrupted.
      const [committed] = await Promise.allSettled([realCommit.call(this), kill]);
      if (committed.status === "rejected") throw committed.reason;
    });
    for (let count = 0; count < 150; count += 1) {
      await db.transaction(call, async (scope) => {
        await scope.collection<Thing>("things").updateOne({ _id: thing._id }, { $inc: { count: 1 } });
      });
    }
    expect(await things(call).findOne({ _id: thing._id })).toMatchObject({ count: 150 });
  });

  test("reports a duplicate of a unique value", async () => {
    const call = newCall();
    const thing = createThing();
    await things(call).insertOne(thing);
    const again = db.transaction(call, async (scope) => {
      await scope.collection<Thing>("things").insertOne({ ...createThing(), name: thing.name });
    });
    const error: unknown = await again.catch((reason: unknown) => reason);
    expect(isDuplicateKeyError(error, "name")).toBe(true);
    expect(isDuplicateKeyError(error, "count")).toBe(false);
  });

  test("does not start after the deadline", async () => {
    const late = newCall({ deadline: Date.now() - 1 });
    await expect(db.transaction(late, async () => ({}))).rejects.toMatchObject({ code: "deadline_exceeded" });
  });
});

async function findOutboxEvents(call: Call): Promise<OutboxEvent[]> {
  const rows = await db.infrastructure<OutboxRow>("outbox").find({ businessId: call.businessId }).toArray();
  return rows.flatMap(({ events }) => events);
}

describe("a batched write", () => {
  const createDecrement = () =>
    db.batchPerBusiness<{ id: string }, Map<string, number>, { id: string; left: number }, { left: number }>({
      load: async (scope, requests) => {
        const _id = { $in: requests.map(({ id }) => id) };
        const found = await scope.collection<Thing>("things").find({ _id });
        return new Map(found.map((thing) => [thing._id, thing.count]));
      },
      decide: (state, { id }) => {
        const count = state.get(id) ?? 0;
        if (count === 0) throw refused("insufficient_stock", "Nothing is left.", { held: 0, requested: 1 });
        state.set(id, count - 1);
        return { id, left: count - 1 };
      },
      write: async (planned) => {
        for (const { scope, plan } of planned) {
          await scope
            .collection<Thing>("things")
            .updateOne({ _id: plan.id, count: { $gt: 0 } }, { $inc: { count: -1 } });
          await scope.publish(StockLowSchema, { stockId: plan.id });
        }
      },
      reply: ({ left }) => ({ left }),
    });

  async function insertThing(call: Call, count: number): Promise<Thing> {
    const thing = { ...createThing(), count };
    await things(call).insertOne(thing);
    return thing;
  }

  test("of 40 concurrent calls for 7 units exactly 7 succeed, and the others are refused with the reason", async () => {
    const call = newCall();
    const { _id: id } = await insertThing(call, 7);
    const decrement = createDecrement();
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => decrement({ ...call }, { id })));
    const left = results.flatMap((result) => (result.status === "fulfilled" ? [result.value.left] : []));
    expect(left.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason as Refusal] : []));
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(["insufficient_stock"]));
    expect(await things(call).findOne({ _id: id })).toMatchObject({ count: 0 });
    expect(await findOutboxEvents(call)).toHaveLength(7);
  });

  test("two processes that batch updates of the same record lose none", async () => {
    const call = newCall();
    const { _id: id } = await insertThing(call, 30);
    const [here, there] = [createDecrement(), createDecrement()];
    const all = Array.from({ length: 40 }, (_, index) => (index % 2 ? here : there)({ ...call }, { id }));
    const results = await Promise.allSettled(all);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(30);
    expect(await things(call).findOne({ _id: id })).toMatchObject({ count: 0 });
  });

  test("one key many times, also within one batch, writes once", async () => {
    const call = newCall({ idempotencyKey: "k1" });
    const { _id: id } = await insertThing(call, 5);
    const decrement = createDecrement();
    const answers = await Promise.all(Array.from({ length: 10 }, () => decrement({ ...call }, { id })));
    expect(new Set(answers.map(({ left }) => left))).toEqual(new Set([4]));
    expect(await things(call).findOne({ _id: id })).toMatchObject({ count: 4 });
    await expect(decrement({ ...call, requestDigest: () => "other" }, { id })).rejects.toMatchObject({
      code: "idempotency_conflict",
    });
  });

  test("drops requests whose deadline passed or whose connection was closed", async () => {
    const call = newCall();
    const { _id: id } = await insertThing(call, 5);
    const execute = db.batchPerBusiness<{ id: string }, object, { id: string }, { ok: boolean }>({
      load: () => sleep(60, {}),
      decide: (_, request) => request,
      write: async (planned) =>
        void (await planned[0]?.scope
          .collection<Thing>("things")
          .updateOne({ _id: id }, { $inc: { count: planned.length } })),
      reply: () => ({ ok: true }),
    });
    const first = execute({ ...call }, { id });
    const late = execute({ ...call, deadline: Date.now() + 20 }, { id });
    const cancelled = execute({ ...call, signal: AbortSignal.timeout(20) }, { id });
    const second = execute({ ...call }, { id });
    // Together: a promise that is rejected before it is awaited would end the run.
    await Promise.all(
      [late, cancelled].map((dropped) => expect(dropped).rejects.toMatchObject({ code: "deadline_exceeded" })),
    );
    expect(await Promise.all([first, second])).toEqual([{ ok: true }, { ok: true }]);
    expect(await things(call).findOne({ _id: id })).toMatchObject({ count: 7 });
  });

  test("a request that throws does not affect the others of its batch", async () => {
    const call = newCall();
    const { _id: id } = await insertThing(call, 5);
    const execute = db.batchPerBusiness<{ throws: boolean }, object, { throws: boolean }, { ok: boolean }>({
      load: async () => ({}),
      decide: (_, request) => request,
      write: async (planned) => {
        if (planned.some(({ plan }) => plan.throws)) throw new Error("broken");
        await planned[0]?.scope.collection<Thing>("things").updateOne({ _id: id }, { $inc: { count: planned.length } });
      },
      reply: () => ({ ok: true }),
    });
    const results = await Promise.allSettled(
      [false, true, false, false].map((throws) => execute({ ...call }, { throws })),
    );
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(await things(call).findOne({ _id: id })).toMatchObject({ count: 8 });
  });
});
