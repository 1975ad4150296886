import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "../../call/call.js";
import { createLogger } from "../../telemetry/logger.js";
import { createTestCall, openTestDatabase, testBackend } from "../../testing/index.js";
import { ClosedBusinesses } from "./closed-businesses.js";
import type { Database } from "../database.types.js";
import { newId } from "../ids.js";
import type { ClosedBusinessRow } from "../infrastructure.js";

const name = `test_closed_${randomBytes(4).toString("hex")}`;
const open = () =>
  openTestDatabase({
    url: testBackend().mongodbUrl,
    name,
    appName: "kit",
    logger: createLogger("kit", "silent"),
    indexes: { things: [] },
    tenancyGuard: "commands",
  });

/** Two replicas with one database. */
let db: Database;
let other: Database;
beforeAll(async () => {
  db = await open();
  other = await open();
});
afterAll(() => Promise.all([db.close(), other.close()]));

const newCall = (given: Partial<Call> = {}) => createTestCall(newId("biz"), given);
const write = (database: Database, call: Call) =>
  database.transaction(call, (scope) => scope.collection("things").insertOne({ _id: newId("thing") }));
const refusal = { code: "business_closed" };
const createGate = () => {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
};

test("calls of a closed business are refused, also by another replica, and accepted again after a cancellation", async () => {
  const call = newCall();
  const { businessId } = call;
  await other.closedBusinesses.refresh();
  await db.closedBusinesses.setState(businessId, 1, "closed");
  expect(() => db.scope(call)).toThrow("is closed");
  await expect(write(db, call)).rejects.toMatchObject(refusal);
  await write(db, newCall());
  await write(db, { ...call, allowsClosed: "closed" });
  await other.closedBusinesses.refresh();
  await expect(write(other, call)).rejects.toMatchObject(refusal);
  await db.closedBusinesses.setState(businessId, 2, "open");
  await other.closedBusinesses.refresh();
  await write(db, call);
  await write(other, call);
});

test("when two businesses are closed at the same moment, a slow read for one does not lose the other", async () => {
  const rows = db.infrastructure<ClosedBusinessRow>("closedBusinesses");
  const [first, second] = [newId("biz"), newId("biz")];
  const isRead = createGate();
  const released = createGate();
  let reads = 0;
  const find = (filter: object, options: object) => ({
    toArray: async () => {
      const isFirst = (reads += 1) === 1;
      const found = await rows.find(filter, options).toArray();
      if (!isFirst) return found;
      isRead.resolve();
      await released.promise;
      return found;
    },
  });
  const slow = new Proxy(rows, {
    get: (target, name) => {
      const member: unknown = name === "find" ? find : Reflect.get(target, name);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
  const closed = new ClosedBusinesses(slow);
  const changes = [closed.setState(first, 1, "closed")];
  await isRead.promise;
  changes.push(closed.setState(second, 1, "closed"));
  // Enough time for a read that does not wait for the first one.
  for (let calls = 0; calls < 20; calls += 1) await rows.findOne({ _id: second });
  released.resolve();
  await Promise.all(changes);
  expect([closed.has(first), closed.has(second)]).toEqual([true, true]);
});

test("a transaction that is running when the business is closed does not begin another attempt", async () => {
  const call = newCall();
  let attempts = 0;
  const writing = db.transaction(call, async () => {
    attempts += 1;
    await db.closedBusinesses.setState(call.businessId, 1, "closed");
    // As MongoDB reports a write conflict.
    throw Object.assign(new Error("conflict"), { errorLabelSet: new Set(["TransientTransactionError"]), code: 112 });
  });
  await expect(writing).rejects.toThrow("conflict");
  expect(attempts).toBe(1);
});

test("after the beginning of a deletion only the deletion can write, and after its end late calls are refused", async () => {
  const call = newCall();
  const { businessId } = call;
  await db.closedBusinesses.setState(businessId, 1, "closed");
  await db.closedBusinesses.setState(businessId, 2, "deleting");
  await expect(write(db, { ...call, allowsClosed: "closed" })).rejects.toMatchObject(refusal);
  await write(db, { ...call, allowsClosed: "deleting" });
  await db.closedBusinesses.setDeleted(businessId, 2);
  await other.closedBusinesses.refresh();
  for (const database of [db, other]) {
    expect(database.closedBusinesses.isDeleting(businessId)).toBe(true);
    await expect(write(database, { ...call, allowsClosed: "closed" })).rejects.toMatchObject(refusal);
  }
  // A late repeat does not store the id again.
  await db.closedBusinesses.setState(businessId, 1, "closed");
  expect(db.closedBusinesses.list()).not.toContain(businessId);
  const rows = await db.infrastructure("closedBusinesses").find().toArray();
  expect(JSON.stringify(rows)).not.toContain(businessId);
});

test("a late repeat of an earlier change does nothing", async () => {
  const { businessId } = newCall();
  await db.closedBusinesses.setState(businessId, 1, "closed");
  await db.closedBusinesses.setState(businessId, 2, "open");
  await db.closedBusinesses.setState(businessId, 1, "closed");
  expect(db.closedBusinesses.has(businessId)).toBe(false);
  await db.closedBusinesses.setState(businessId, 3, "closed");
  expect(db.closedBusinesses.has(businessId)).toBe(true);
});

test("a process that has not read the closed businesses for too long refuses every call until it has read them", async () => {
  await db.closedBusinesses.refresh(-1);
  expect(() => db.scope(newCall())).toThrow("not heard from its database");
  await db.closedBusinesses.refresh(30_000);
  await write(db, newCall());
});

test("a business that was looked up before its deletion is refused afterwards", async () => {
  const [first, second] = [newId("biz"), newId("biz")];
  await db.closedBusinesses.setDeleted(first, 1);
  expect([first, second].map((id) => db.closedBusinesses.has(id))).toEqual([true, false]);
  await db.closedBusinesses.setDeleted(second, 1);
  expect([first, second].map((id) => db.closedBusinesses.has(id))).toEqual([true, true]);
});
