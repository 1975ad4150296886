import { randomBytes } from "node:crypto";
import { StockLowSchema } from "@tenant-ops/proto/supply";
import { type Document, MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Call } from "../../call/call.js";
import { createLogger } from "../../telemetry/logger.js";
import { createTestCall, openTestDatabase, testBackend } from "../../testing/index.js";
import type { Database } from "../database.types.js";
import { newId } from "../ids.js";

interface Thing {
  _id: string;
  name: string;
}

const name = `test_kit_${randomBytes(4).toString("hex")}`;
let db: Database;
let client: MongoClient;

beforeAll(async () => {
  const { mongodbUrl: url } = testBackend();
  db = await openTestDatabase({
    url,
    name,
    appName: "kit",
    logger: createLogger("kit", "silent"),
    indexes: { things: [], others: [{ key: { name: 1 } }] },
    sharedIndexes: { names: [] },
    sharedRecords: [{ of: "things", collection: "names", toId: (thing) => `name ${String(thing["name"])}` }],
    tenancyGuard: "commands",
  });
  client = await new MongoClient(url).connect();
});
afterAll(async () => {
  await db.close();
  await client.close();
});

const newSandboxCall = (): Call => createTestCall(newId("sbx"), { requestDigest: () => "digest" });
const newLiveCall = (): Call => ({ ...newSandboxCall(), businessId: newId("biz") });
const again = (call: Call, given: Partial<Call> = {}): Call => ({ ...call, ...given });
const soon = () => Date.now() + 60_000;

/** Writes a record of each kind that a service can have: own, shared, event, stored answer. */
async function writeAll(call: Call, thing = newId("thing")): Promise<string> {
  await db.transaction({ ...call, idempotencyKey: `key ${thing}` }, async (scope) => {
    await scope.collection<Thing>("things").insertOne({ _id: thing, name: thing });
    await scope.collection<Thing>("others").append({ _id: thing, name: thing });
    await scope.claim("names", `name ${thing}`);
    await scope.publish(StockLowSchema, { stockId: thing });
    return { thing };
  });
  await db.processOnce(newId("evt"), call, 99, async () => undefined);
  return thing;
}

const collections = ["things", "others", "names", "outbox", "inbox", "idempotency"];

async function countRecords({ businessId }: Call): Promise<number[]> {
  const mongo = client.db(name);
  return Promise.all(collections.map((collection) => mongo.collection(collection).countDocuments({ businessId })));
}

async function reset(call: Call, generation: number): Promise<void> {
  await db.sandboxes.begin(call.businessId, generation);
  await db.sandboxes.empty(call.businessId, generation, soon());
  await db.sandboxes.end(call.businessId, generation);
}

describe("emptying a sandbox", () => {
  test("deletes its records, events, stored answers and shared names, and nothing of others", async () => {
    const [own, otherSandbox, live] = [newSandboxCall(), newSandboxCall(), newLiveCall()];
    for (const call of [own, otherSandbox, live]) await writeAll(call);
    expect(await countRecords(own)).toEqual(collections.map(() => 1));
    await reset(own, 1);
    expect(await countRecords(own)).toEqual(collections.map(() => 0));
    for (const call of [otherSandbox, live]) expect(await countRecords(call)).toEqual(collections.map(() => 1));
  });

  test("allows the same names and the same idempotency keys again", async () => {
    const call = newSandboxCall();
    const thing = await writeAll(call);
    await reset(call, 1);
    await writeAll(again(call), thing);
    expect(await countRecords(call)).toEqual(collections.map(() => 1));
  });

  test("continues in the next call when its time is over", async () => {
    const call = newSandboxCall();
    const rows = Array.from({ length: 1200 }, (_, index) => ({
      _id: newId("thing"),
      name: `${index}`,
      businessId: call.businessId,
    }));
    await client
      .db(name)
      .collection<Document>("things")
      .insertMany(rows as never[]);
    await db.sandboxes.begin(call.businessId, 1);
    expect(await db.sandboxes.empty(call.businessId, 1, Date.now() - 1)).toBe(false);
    expect(await db.sandboxes.empty(call.businessId, 1, soon())).toBe(true);
    expect(await countRecords(call)).toEqual(collections.map(() => 0));
  });

  test("deletes only the given collections, with their shared names, when there are any", async () => {
    const call = newSandboxCall();
    await writeAll(call);
    await db.sandboxes.begin(call.businessId, 1);
    expect(await db.sandboxes.empty(call.businessId, 1, soon(), ["things"])).toBe(true);
    await db.sandboxes.end(call.businessId, 1);
    expect(await countRecords(call)).toEqual([0, 1, 0, 1, 1, 1]);
  });

  test("uses an index in every collection, also in those without one of their own", async () => {
    const { businessId } = newSandboxCall();
    for (const collection of ["things", "others", "quotaGuards", "outbox", "inbox"]) {
      const plan = await client.db(name).collection(collection).find({ businessId }).limit(500).explain("queryPlanner");
      const { winningPlan } = plan["queryPlanner"] as { winningPlan: object };
      expect({ collection, plan: JSON.stringify(winningPlan) }).toMatchObject({
        collection,
        plan: expect.stringContaining("recordsOfSandboxes"),
      });
    }
  });

  test.each(["begin", "empty", "end"] as const)(
    "%s refuses the id of a live business and what is no id",
    async (phase) => {
      const live = newLiveCall();
      await writeAll(live);
      for (const id of [live.businessId, "", "sbx_", { $gt: "" }, undefined]) {
        const run = async () => db.sandboxes[phase](id as string, 1, soon());
        await expect(run()).rejects.toThrow("not the id of a sandbox");
      }
      expect(await countRecords(live)).toEqual(collections.map(() => 1));
    },
  );
});

describe("while a sandbox is being emptied", () => {
  test("its writes are refused, also a batch and a look-up; those of others are not", async () => {
    const [call, live] = [newSandboxCall(), newLiveCall()];
    await writeAll(call);
    await db.sandboxes.begin(call.businessId, 1);
    const busy = { code: "sandbox_busy", retryAfter: 1 };
    await expect(writeAll(call)).rejects.toMatchObject(busy);
    const lookUp = again(call, { idempotencyKey: "k", storedReplyOnly: "proposal_invalid" });
    await expect(db.transaction(lookUp, async () => undefined)).rejects.toMatchObject(busy);
    const batch = db.batchPerBusiness({
      load: async () => undefined,
      decide: () => ({}),
      write: async () => undefined,
      reply: () => ({}),
    });
    await expect(batch(call, {})).rejects.toMatchObject(busy);
    await writeAll(live);
    await db.sandboxes.empty(call.businessId, 1, soon());
    await db.sandboxes.end(call.businessId, 1);
    await writeAll(call);
  });

  test("a write that began before the reset has ended when the reset deletes, so none of its records remain", async () => {
    const call = newSandboxCall();
    await writeAll(call);
    const thing = newId("thing");
    let begun: Promise<void> | undefined;
    let runs = 0;
    const write = db.transaction(call, async (scope) => {
      runs += 1;
      // The reset begins in the middle of this transaction.
      begun ??= db.sandboxes.begin(call.businessId, 1);
      await scope.collection<Thing>("things").insertOne({ _id: thing, name: thing });
    });
    const written = await Promise.allSettled([write]);
    await begun;
    await db.sandboxes.empty(call.businessId, 1, soon());
    await db.sandboxes.end(call.businessId, 1);
    expect(runs).toBeGreaterThan(0);
    expect(written).toHaveLength(1);
    expect(await countRecords(call)).toEqual(collections.map(() => 0));
  });

  test("writes are repeated, and each is either deleted completely or kept completely", async () => {
    const call = newSandboxCall();
    let isOver = false;
    const work = async () => {
      while (!isOver)
        await writeAll(again(call)).catch((error: unknown) => expect(error).toMatchObject({ code: "sandbox_busy" }));
    };
    const writers = [work(), work(), work(), work()];
    for (let generation = 1; generation <= 5; generation += 1) await reset(call, generation);
    isOver = true;
    await Promise.all(writers);
    const [things, others, names, , , answers] = await countRecords(call);
    expect([others, names, answers]).toEqual([things, things, things]);
  });
});

describe("a reset that comes late or twice", () => {
  test("deletes nothing that was written after it had ended", async () => {
    const call = newSandboxCall();
    await reset(call, 1);
    await writeAll(call);
    await db.sandboxes.begin(call.businessId, 1);
    expect(await db.sandboxes.empty(call.businessId, 1, soon())).toBe(true);
    expect(await countRecords(call)).toEqual(collections.map(() => 1));
  });

  test("does not end a later reset", async () => {
    const call = newSandboxCall();
    await db.sandboxes.begin(call.businessId, 1);
    await db.sandboxes.begin(call.businessId, 2);
    await db.sandboxes.end(call.businessId, 1);
    await expect(writeAll(call)).rejects.toMatchObject({ code: "sandbox_busy" });
    await db.sandboxes.end(call.businessId, 2);
    await writeAll(call);
  });

  test("that stopped half way is finished by its repetition", async () => {
    const call = newSandboxCall();
    await writeAll(call);
    await db.sandboxes.begin(call.businessId, 1);
    await reset(call, 1);
    expect(await countRecords(call)).toEqual(collections.map(() => 0));
    await writeAll(call);
  });
});

describe("an event of a sandbox", () => {
  test("from before the last reset has no effect, however late it arrives", async () => {
    const call = newSandboxCall();
    await reset(call, 3);
    let runs = 0;
    const process = (generation: number) =>
      db.processOnce(newId("evt"), call, generation, async () => void (runs += 1));
    expect(await process(2)).toBe("outdated");
    expect(await process(3)).toBe("processed");
    expect(runs).toBe(1);
  });

  test("is dropped during a reset when it is older, and waits for the end when it is not", async () => {
    const call = newSandboxCall();
    await db.sandboxes.begin(call.businessId, 2);
    const process = (generation: number) => db.processOnce("evt_same", call, generation, async () => undefined);
    expect(await process(1)).toBe("outdated");
    await expect(process(2)).rejects.toMatchObject({ code: "sandbox_busy", retryable: true });
    await db.sandboxes.end(call.businessId, 2);
    expect(await process(2)).toBe("processed");
  });
});

test("an audit across businesses reads no sandbox", async () => {
  const [call, live] = [newSandboxCall(), newLiveCall()];
  const [, thing] = [await writeAll(call), await writeAll(live)];
  const ids = [call.businessId, live.businessId];
  const found: string[] = [];
  const rows = db.acrossBusinesses<{ _id: string }>("things", [{ $match: { businessId: { $in: ids } } }]);
  for await (const { _id } of rows) found.push(_id);
  expect(found).toEqual([thing]);
});
