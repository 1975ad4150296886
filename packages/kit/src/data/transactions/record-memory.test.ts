import { randomBytes } from "node:crypto";
import { StockLowSchema } from "@tenant-ops/proto/supply";
import { ClientSession, MongoError, MongoErrorLabel } from "mongodb";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Call } from "../../call/call.js";
import { conflict } from "../../errors/refusal.js";
import { createLogger } from "../../telemetry/logger.js";
import { createTestCall, openTestDatabase, testBackend } from "../../testing/index.js";
import { BatchAttempt } from "./batch.types.js";
import type { Database } from "../database.types.js";
import { newId } from "../ids.js";
import { RecordMemory } from "./record-memory.js";

interface Box {
  _id: string;
  name: string;
  left: number;
}

interface Taken {
  _id: string;
  boxId: string;
  name: string;
}

interface Process {
  db: Database;
  /** Takes one unit out of a box, in a batch that remembers boxes. */
  take: (call: Call, boxId: string) => Promise<{ left: number }>;
}

const name = `test_memory_${randomBytes(4).toString("hex")}`;
let here: Process;
let there: Process;

beforeAll(async () => {
  here = await startProcess();
  there = await startProcess();
});
afterAll(() => Promise.all([here.db.close(), there.db.close()]));

async function startProcess(): Promise<Process> {
  const logger = createLogger("kit", "silent");
  const db = await openTestDatabase({
    url: testBackend().mongodbUrl,
    name,
    appName: "kit",
    logger,
    tenancyGuard: "commands",
  });
  const memory = db.remember<Box>("boxes");
  const take = db.batchPerBusiness<string, Map<string, Box>, { before: Box; after: Box }, { left: number }>({
    load: (scope, ids, attempt) =>
      memory.read(attempt, scope.businessId, ids, (missing) => scope.collection<Box>("boxes").findByIds(missing)),
    decide: (boxes, id) => {
      const before = boxes.get(id);
      if (!before || before.left === 0)
        throw conflict("insufficient_stock", "Nothing is left.", { held: 0, requested: 1 });
      const after = { ...before, left: before.left - 1 };
      boxes.set(id, after);
      return { before, after };
    },
    write: async (planned) => {
      for (const { scope, plan } of planned) {
        const { _id, name, left } = plan.before;
        await scope.collection<Box>("boxes").appendUpdate({ _id, name, left }, { $set: { left: plan.after.left } });
        await scope.collection<Taken>("taken").append({ _id: newId("tkn"), boxId: _id, name });
        await scope.publish(StockLowSchema, { stockId: _id });
      }
    },
    reply: ({ after: { left } }) => ({ left }),
  });
  return { db, take };
}

const newCall = (given: Partial<Call> = {}): Call =>
  createTestCall(newId("biz"), { requestDigest: () => "digest", ...given });
const boxes = ({ db }: Process, call: Call) => db.scope(call).collection<Box>("boxes");

async function insertBox(call: Call, left: number): Promise<string> {
  const box = { _id: newId("box"), name: "first", left };
  await boxes(here, call).insertOne(box);
  return box._id;
}

/** Without the read of the closed businesses, which a process repeats each second. */
async function commandsDuring({ db }: Process, work: () => Promise<unknown>): Promise<string[]> {
  const commands: string[] = [];
  const stop = db.watchCommands(({ commandName, command }) => {
    if (command["find"] !== "closedBusinesses") commands.push(commandName);
  });
  await work().finally(stop);
  return commands;
}

/** The next transaction is aborted instead of committed, and runs again. */
function repeatNextCommit(beforeRepeat: () => void): void {
  const commit = vi.spyOn(ClientSession.prototype, "commitTransaction");
  onTestFinished(() => commit.mockRestore());
  commit.mockImplementationOnce(async function (this: ClientSession) {
    await this.abortTransaction();
    beforeRepeat();
    const conflict = new MongoError("a conflict");
    conflict.addErrorLabel(MongoErrorLabel.TransientTransactionError);
    throw conflict;
  });
}

test("a batch of remembered records with new idempotency keys is one command and the commit", async () => {
  const call = newCall();
  const id = await insertBox(call, 10);
  await here.take(call, id);
  const commands = await commandsDuring(here, () => here.take({ ...call, idempotencyKey: "k1" }, id));
  expect(commands).toEqual(["bulkWrite", "commitTransaction"]);
  expect(await boxes(here, call).findById(id)).toMatchObject({ left: 8 });
});

test("a change of another process between two batches is detected, and nothing is written by the outdated record", async () => {
  const call = newCall();
  const id = await insertBox(call, 10);
  await here.take(call, id);
  await boxes(there, call).updateOne({ _id: id }, { $set: { name: "second" } });
  expect(await here.take(call, id)).toEqual({ left: 8 });
  const taken = await here.db
    .scope(call)
    .collection<Taken>("taken")
    .find({ boxId: id }, { sort: { _id: 1 } });
  expect(taken.map(({ name }) => name)).toEqual(["first", "second"]);
});

test("no request is refused on a remembered record", async () => {
  const call = newCall();
  const id = await insertBox(call, 1);
  await here.take(call, id);
  await boxes(there, call).updateOne({ _id: id }, { $set: { left: 5 } });
  expect(await here.take(call, id)).toEqual({ left: 4 });
  await boxes(there, call).deleteOne({ _id: id });
  await expect(here.take(call, id)).rejects.toMatchObject({ code: "insufficient_stock" });
});

test("a repeat gets the stored answer, alone and among others, and when no units remain", async () => {
  const call = newCall();
  const id = await insertBox(call, 3);
  const first = await here.take({ ...call, idempotencyKey: "k1" }, id);
  const repeat = { ...call, idempotencyKey: "k1" };
  expect(await here.take(repeat, id)).toEqual(first);
  expect(repeat.replayed).toBe(true);
  const together = [1, 2, 3].map((n) => here.take({ ...call, idempotencyKey: `k${n}` }, id));
  expect((await Promise.all(together)).map(({ left }) => left)).toEqual([2, 1, 0]);
  expect(await here.take({ ...call, idempotencyKey: "k1" }, id)).toEqual(first);
  expect(await there.take({ ...call, idempotencyKey: "k3" }, id)).toEqual({ left: 0 });
  const otherArguments = { ...call, idempotencyKey: "k1", requestDigest: () => "other" };
  await expect(here.take(otherArguments, id)).rejects.toMatchObject({ code: "idempotency_conflict" });
  expect(await boxes(here, call).findById(id)).toMatchObject({ left: 0 });
});

test("requests whose deadline passed before their batch was repeated do not run, neither together nor alone", async () => {
  const call = newCall();
  const id = await insertBox(call, 10);
  const late = [{ ...call }, { ...call }];
  const endTime = () => late.forEach((one) => (one.deadline = Date.now()));
  const first = here.take(call, id).then(() => repeatNextCommit(endTime));
  // While the first runs, the others gather in one batch.
  const results = await Promise.allSettled([first, ...late.map((one) => here.take(one, id))]);
  expect(results.slice(1)).toEqual(
    late.map(() => ({ status: "rejected", reason: expect.objectContaining({ code: "deadline_exceeded" }) })),
  );
  expect(await boxes(here, call).findById(id)).toMatchObject({ left: 9 });
});

test("a request whose deadline passed before its batch was repeated is left out, and the others run", async () => {
  const call = newCall();
  const id = await insertBox(call, 10);
  const late = { ...call };
  const first = here.take(call, id).then(() => repeatNextCommit(() => (late.deadline = Date.now())));
  const results = await Promise.allSettled([first, here.take(late, id), here.take({ ...call }, id)]);
  expect(results.slice(1)).toEqual([
    { status: "rejected", reason: expect.objectContaining({ code: "deadline_exceeded", mayHaveWritten: false }) },
    { status: "fulfilled", value: { left: 8 } },
  ]);
  expect(await boxes(here, call).findById(id)).toMatchObject({ left: 8 });
});

test("when two processes take units of one remembered record at the same time, no unit is lost or taken twice", async () => {
  const call = newCall();
  const id = await insertBox(call, 60);
  const all = Array.from({ length: 80 }, (_, index) => (index % 2 ? here : there).take({ ...call }, id));
  const results = await Promise.allSettled(all);
  const left = results.flatMap((result) => (result.status === "fulfilled" ? [result.value.left] : []));
  expect(left.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 60 }, (_, index) => 59 - index));
  expect(await here.db.scope(call).collection("taken").count({})).toBe(60);
});

test("a change by this process is seen by its next batch without another attempt", async () => {
  const call = newCall();
  const id = await insertBox(call, 10);
  await here.take(call, id);
  await here.db.transaction(call, async (scope) => {
    await scope.collection<Box>("boxes").updateOne({ _id: id }, { $set: { left: 3 } });
  });
  const commands = await commandsDuring(here, () => here.take(call, id));
  expect(commands).toEqual(["find", "bulkWrite", "commitTransaction"]);
  expect(await boxes(here, call).findById(id)).toMatchObject({ left: 2 });
});

test("a record whose age counts is read again after its time, also when the clock of the machine was set back", async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  const memory = new RecordMemory<string>(1000);
  const read = async (name: string) => {
    const attempt = new BatchAttempt(false);
    const records = await memory.read(attempt, "biz_1", ["a"], async () => new Map([["a", name]]));
    attempt.committed();
    return records.get("a");
  };
  expect([await read("old"), await read("new")]).toEqual(["old", "old"]);
  vi.setSystemTime(Date.now() - 3600_000);
  vi.advanceTimersByTime(1001);
  expect(await read("new")).toBe("new");
});

test("a record of another business is not served from memory", async () => {
  const call = newCall();
  const id = await insertBox(call, 10);
  await here.take(call, id);
  await expect(here.take(newCall(), id)).rejects.toMatchObject({ code: "insufficient_stock" });
});

test("an appended update that matches nothing, of a record that was read in the transaction, fails and writes nothing", async () => {
  const call = newCall();
  const id = await insertBox(call, 1);
  const work = here.db.transaction(call, async (scope) => {
    await scope.collection<Box>("boxes").appendUpdate({ _id: id, left: 7 }, { $set: { left: 6 } });
    await scope.collection<Taken>("taken").append({ _id: newId("tkn"), boxId: id, name: "" });
  });
  await expect(work).rejects.toThrow("an update matched no record (updates of boxes)");
  expect(await here.db.scope(call).collection("taken").count({})).toBe(0);
});
