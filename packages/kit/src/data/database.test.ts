import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { StockLowSchema } from "@tenant-ops/proto/supply";
import { type Document, MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Call } from "../call/call.js";
import { Refusal } from "../errors/refusal.js";
import { createSystemCall } from "../call/call.js";
import { newId } from "./ids.js";
import type { OutboxRow } from "./infrastructure.js";
import { openDatabase } from "./database.js";
import { isDuplicateKeyError } from "./duplicate-key.js";
import type { Database } from "./database.types.js";
import { createLogger } from "../telemetry/logger.js";
import { eventually, testBackend } from "../testing/index.js";

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
  db = await openDatabase({ url, name, appName: "kit", logger, indexes, guardTenancy: true });
  raw = await new MongoClient(url).connect();
});
afterAll(async () => {
  await db.close();
  await raw.close();
});

const newCall = (given: Partial<Call> = {}): Call =>
  createSystemCall(newId("biz"), "test", { requestDigest: () => "digest", ...given });
const things = (call: Call) => db.scope(call).collection<Thing>("things");
const aThing = (): Thing => ({ _id: newId("thing"), name: newId("name"), count: 1 });

/** As an operator ends it, or a process that takes it for abandoned. */
async function killOperation(which: Document): Promise<void> {
  const admin = raw.db("admin");
  const [found] = await admin.aggregate([{ $currentOp: {} }, { $match: which }]).toArray();
  if (!found) throw new Error("nothing to kill yet");
  await admin.command({ killOp: 1, op: found["opid"] });
}

describe("a scope", () => {
  test("shows a business its own records and nothing of another", async () => {
    const [own, other] = [newCall(), newCall()];
    const thing = aThing();
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

  test("cannot be talked into another business by a filter or a record", async () => {
    const [own, other] = [newCall(), newCall()];
    const thing = aThing();
    await things(own).insertOne(thing);
    const sneaky = { _id: thing._id, businessId: own.businessId } as { _id: string };
    expect(await things(other).findOne(sneaky)).toBeNull();
    const gift = { ...aThing(), businessId: own.businessId } as Thing;
    await things(other).insertOne(gift);
    expect(await things(own).findOne({ _id: gift._id })).toBeNull();
  });

  test("refuses a pipeline that would read another collection", async () => {
    await expect(things(newCall()).aggregate([{ $lookup: { from: "things" } }])).rejects.toThrow("$lookup");
  });
});

describe("the tenancy guard", () => {
  test("fails a command that does not name the business", async () => {
    const guarded = new MongoClient(testBackend().mongodbUrl, { monitorCommands: true });
    const { rejectUnscopedCommands } = await import("./tenancy-guard.js");
    rejectUnscopedCommands(guarded, name, new Set());
    const collection = guarded.db(name).collection<Thing>("things");
    await expect(collection.find({}).toArray()).rejects.toThrow("does not name the business");
    await expect(collection.insertOne(aThing())).rejects.toThrow("does not name the business");
    await expect(collection.updateMany({ count: 1 }, { $set: { count: 2 } })).rejects.toThrow(
      "does not name the business",
    );
    await expect(collection.deleteMany({})).rejects.toThrow("does not name the business");
    await expect(collection.countDocuments()).rejects.toThrow("does not name the business");
    await guarded.close();
  });
});

describe("a transaction", () => {
  test("writes all or nothing, the announcement included", async () => {
    const call = newCall();
    const thing = aThing();
    const failing = db.transaction(call, async (scope) => {
      await scope.collection<Thing>("things").insertOne(thing);
      await scope.publish(StockLowSchema, { stockId: "s" });
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await things(call).findOne({ _id: thing._id })).toBeNull();
    expect(await outboxOf(call)).toEqual([]);
  });

  test("answers the same to the same key, having acted once", async () => {
    const call = newCall({ idempotencyKey: "k1" });
    const write = (given: Call) =>
      db.transaction(given, async (scope) => {
        const thing = aThing();
        await scope.collection<Thing>("things").insertOne(thing);
        await scope.publish(StockLowSchema, { stockId: thing._id });
        return { id: thing._id };
      });
    const first = await write(call);
    const again: Call = { ...call };
    expect(await write(again)).toEqual(first);
    expect(again.replayed).toBe(true);
    expect(await things(call).count({})).toBe(1);
    expect(await outboxOf(call)).toHaveLength(1);
  });

  test("of twenty arrivals of one key at once acts once and answers all alike", async () => {
    const call = newCall({ idempotencyKey: "k1" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        db.transaction({ ...call }, async (scope) => {
          const thing = aThing();
          await scope.collection<Thing>("things").append(thing);
          return { id: thing._id };
        }),
      ),
    );
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await things(call).count({})).toBe(1);
  });

  test("refuses the same key for something else", async () => {
    const call = newCall({ idempotencyKey: "k1" });
    await db.transaction(call, async () => ({ ok: true }));
    const other = db.transaction({ ...call, requestDigest: () => "other" }, async () => ({ ok: true }));
    await expect(other).rejects.toMatchObject({ code: "idempotency_conflict" });
  });

  test("says so when another arrival of the same key is not done in time", async () => {
    const call = newCall({ idempotencyKey: "k1", deadline: Date.now() + 700 });
    const session = raw.startSession();
    session.startTransaction();
    const row = { _id: `${call.businessId}|test|k1`, businessId: call.businessId } as unknown as Document;
    await raw.db(name).collection("idempotency").insertOne(row, { session });
    const second = db.transaction(call, async () => ({ ok: true }));
    await expect(second).rejects.toMatchObject({ code: "idempotency_in_flight", retryAfter: 1 });
    await session.abortTransaction();
  });

  test("does not remember a refusal: the key works once the reason is gone", async () => {
    const call = newCall({ idempotencyKey: "k1" });
    await expect(db.transaction(call, () => Promise.reject(new Error("not yet")))).rejects.toThrow("not yet");
    expect(await db.transaction(call, async () => ({ ok: true }))).toEqual({ ok: true });
    expect(call.replayed).toBeUndefined();
  });

  test("keeps counting right when many change one record", async () => {
    const call = newCall();
    const thing = aThing();
    await things(call).insertOne({ ...thing, count: 0 });
    const add = () =>
      db.transaction(call, async (scope) => {
        await scope.collection<Thing>("things").updateOne({ _id: thing._id }, { $inc: { count: 1 } });
        await scope.publish(StockLowSchema, { stockId: thing._id });
      });
    await Promise.all(Array.from({ length: 20 }, add));
    expect(await things(call).findOne({ _id: thing._id })).toMatchObject({ count: 20 });
    expect(await outboxOf(call)).toHaveLength(20);
  });

  test("that is ended in the middle of a command starts again, and acts once", async () => {
    const call = newCall();
    const thing = aThing();
    await things(call).insertOne({ ...thing, count: 0 });
    const slowly = { $function: { body: "function() { sleep(20000); return 1; }", args: [], lang: "js" } };
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

  test("says when a unique value is taken", async () => {
    const call = newCall();
    const thing = aThing();
    await things(call).insertOne(thing);
    const again = db.transaction(call, async (scope) => {
      await scope.collection<Thing>("things").insertOne({ ...aThing(), name: thing.name });
    });
    const error: unknown = await again.catch((reason: unknown) => reason);
    expect(isDuplicateKeyError(error, "name")).toBe(true);
    expect(isDuplicateKeyError(error, "count")).toBe(false);
  });

  test("is not begun when the caller's time is over", async () => {
    const late = newCall({ deadline: Date.now() - 1 });
    await expect(db.transaction(late, async () => ({}))).rejects.toMatchObject({ code: "deadline_exceeded" });
  });
});

function outboxOf(call: Call): Promise<OutboxRow[]> {
  return db.infrastructure<OutboxRow>("outbox").find({ businessId: call.businessId }).toArray();
}

describe("a batched write", () => {
  const takeOne = () =>
    db.batchPerBusiness<{ id: string }, Map<string, number>, { id: string; left: number }, { left: number }>({
      load: async (scope, requests) => {
        const _id = { $in: requests.map(({ id }) => id) };
        const found = await scope.collection<Thing>("things").find({ _id });
        return new Map(found.map((thing) => [thing._id, thing.count]));
      },
      decide: (state, { id }) => {
        const count = state.get(id) ?? 0;
        if (count === 0) throw new Refusal("insufficient_stock", "Nothing is left.");
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

  async function aThingOf(call: Call, count: number): Promise<Thing> {
    const thing = { ...aThing(), count };
    await things(call).insertOne(thing);
    return thing;
  }

  test("of 40 at once on 7 units exactly 7 succeed, and the others are refused with the reason", async () => {
    const call = newCall();
    const { _id: id } = await aThingOf(call, 7);
    const take = takeOne();
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => take({ ...call }, { id })));
    const left = results.flatMap((result) => (result.status === "fulfilled" ? [result.value.left] : []));
    expect(left.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const refusals = results.flatMap((result) => (result.status === "rejected" ? [result.reason as Refusal] : []));
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(["insufficient_stock"]));
    expect(await things(call).findOne({ _id: id })).toMatchObject({ count: 0 });
    expect(await outboxOf(call)).toHaveLength(7);
  });

  test("two processes that batch the same record stay exact", async () => {
    const call = newCall();
    const { _id: id } = await aThingOf(call, 30);
    const [here, there] = [takeOne(), takeOne()];
    const all = Array.from({ length: 40 }, (_, index) => (index % 2 ? here : there)({ ...call }, { id }));
    const results = await Promise.allSettled(all);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(30);
    expect(await things(call).findOne({ _id: id })).toMatchObject({ count: 0 });
  });

  test("one key many times, also within one batch, acts once", async () => {
    const call = newCall({ idempotencyKey: "k1" });
    const { _id: id } = await aThingOf(call, 5);
    const take = takeOne();
    const answers = await Promise.all(Array.from({ length: 10 }, () => take({ ...call }, { id })));
    expect(new Set(answers.map(({ left }) => left))).toEqual(new Set([4]));
    expect(await things(call).findOne({ _id: id })).toMatchObject({ count: 4 });
    await expect(take({ ...call, requestDigest: () => "other" }, { id })).rejects.toMatchObject({
      code: "idempotency_conflict",
    });
  });

  test("whose caller has stopped waiting meanwhile is not carried out", async () => {
    const call = newCall();
    const { _id: id } = await aThingOf(call, 5);
    const take = db.batchPerBusiness<{ id: string }, object, { id: string }, { ok: boolean }>({
      load: () => sleep(60, {}),
      decide: (_, request) => request,
      write: async (planned) =>
        void (await planned[0]?.scope
          .collection<Thing>("things")
          .updateOne({ _id: id }, { $inc: { count: planned.length } })),
      reply: () => ({ ok: true }),
    });
    const first = take({ ...call }, { id });
    const late = take({ ...call, deadline: Date.now() + 20 }, { id });
    const gone = take({ ...call, signal: AbortSignal.timeout(20) }, { id });
    const patient = take({ ...call }, { id });
    await expect(late).rejects.toMatchObject({ code: "deadline_exceeded" });
    await expect(gone).rejects.toMatchObject({ code: "deadline_exceeded" });
    expect(await Promise.all([first, patient])).toEqual([{ ok: true }, { ok: true }]);
    expect(await things(call).findOne({ _id: id })).toMatchObject({ count: 7 });
  });

  test("a request that breaks does not take its companions with it", async () => {
    const call = newCall();
    const { _id: id } = await aThingOf(call, 5);
    const take = db.batchPerBusiness<{ breaks: boolean }, object, { breaks: boolean }, { ok: boolean }>({
      load: async () => ({}),
      decide: (_, request) => request,
      write: async (planned) => {
        if (planned.some(({ plan }) => plan.breaks)) throw new Error("broken");
        await planned[0]?.scope.collection<Thing>("things").updateOne({ _id: id }, { $inc: { count: planned.length } });
      },
      reply: () => ({ ok: true }),
    });
    const results = await Promise.allSettled(
      [false, true, false, false].map((breaks) => take({ ...call }, { breaks })),
    );
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(await things(call).findOne({ _id: id })).toMatchObject({ count: 8 });
  });
});
