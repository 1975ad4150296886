import { randomBytes } from "node:crypto";
import { newId } from "@tenant-ops/kit/data";
import { eventually, examinedDuring } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestFlows, type TestFlows } from "./testing.js";

interface Timer {
  _id: string;
  businessId: string;
  dueAt: Date;
  claims: number;
}

const database = `test_registration_worker_${randomBytes(4).toString("hex")}`;
let flows: TestFlows;
beforeAll(async () => {
  flows = await startTestFlows({ MONGODB_DATABASE: database });
});
afterAll(() => flows.close());

const open = () => flows.service.running.context.db;
const timers = () => open().shared<Timer>("registrationTimers");
const countTimers = (businessId: string) => timers().countDocuments({ businessId });

/** Due timers without their registrations: a worker only deletes them. */
async function insertTimers(businessId: string, count: number): Promise<void> {
  const since = Date.now() - 60_000;
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ _id: newId("rgs"), businessId, dueAt: new Date(since - index), claims: 0 },
  }));
  await timers().insertMany(rows);
}

const setState = (businessId: string, version: number, state: "leaving" | "open") =>
  open().closedBusinesses.setState(businessId, version, state);

test("the timers of a business that leaves are not read while others have work, and go on when it stays", async () => {
  const many = 5000;
  const [leaving, other] = [newId("biz"), newId("biz")];
  await setState(leaving, 1, "leaving");
  await insertTimers(leaving, many);
  const examined = await examinedDuring(database, async () => {
    await insertTimers(other, 20);
    await eventually(async () => expect(await timers().countDocuments({ businessId: other, claims: 0 })).toBe(0));
  });
  await eventually(async () => expect(await countTimers(other)).toBe(0));
  expect(examined).toBeLessThan(100);
  expect(await timers().countDocuments({ businessId: leaving, claims: 0 })).toBe(many);

  await timers().deleteMany({ businessId: leaving, dueAt: { $lt: new Date(Date.now() - 60_000 - many / 50) } });
  await setState(leaving, 2, "open");
  await eventually(async () => expect(await countTimers(leaving)).toBe(0), 20_000);
});

test("a business with many due timers does not delay the timer of another business", async () => {
  const [many, few] = [newId("biz"), newId("biz")];
  const claimed: string[] = [];
  const stop = open().watchCommands(({ commandName, command }) => {
    if (commandName === "findAndModify") claimed.push(JSON.stringify(command["query"]));
  });
  // Theirs have been due for longer.
  await insertTimers(many, 100);
  await timers().insertOne({ _id: newId("rgs"), businessId: few, dueAt: new Date(), claims: 0 });
  await eventually(async () => expect((await countTimers(few)) + (await countTimers(many))).toBe(0), 20_000);
  stop();
  expect(claimed.filter((query) => query.includes(many)).length).toBeGreaterThanOrEqual(100);
  expect(claimed.findIndex((query) => query.includes(few))).toBeLessThan(50);
});
