import { randomBytes } from "node:crypto";
import { newId } from "@tenant-ops/kit/data";
import { eventually, examinedDuring, inLongRun, lockAsKilledProcess } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestFlows, type TestFlows } from "../testing.js";

const longTest = inLongRun(test);

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

/** Due timers without their registrations, a millisecond apart: a worker only deletes them. */
function createTimers(businessId: string, count: number): Timer[] {
  const since = Date.now() - 60_000;
  return Array.from({ length: count }, (_, index) => ({
    ...{ _id: newId("rgs"), businessId, dueAt: new Date(since - index), claims: 0 },
  }));
}

const setState = (businessId: string, version: number, state: "closed" | "open") =>
  open().closedBusinesses.setState(businessId, version, state);

longTest(
  "the timers of a business in offboarding are not read while other businesses have work, and are handled after a cancellation",
  async () => {
    const many = 5000;
    const [closedBusiness, other] = [newId("biz"), newId("biz")];
    await setState(closedBusiness, 1, "closed");
    const ofClosed = createTimers(closedBusiness, many);
    await timers().insertMany(ofClosed);
    const examined = await examinedDuring(database, async () => {
      await timers().insertMany(createTimers(other, 20));
      await eventually(async () => expect(await timers().countDocuments({ businessId: other, claims: 0 })).toBe(0));
    });
    await eventually(async () => expect(await countTimers(other)).toBe(0));
    expect(examined).toBeLessThan(100);
    expect(await timers().countDocuments({ businessId: closedBusiness, claims: 0 })).toBe(many);

    // A hundred of them are enough for the rest of the test.
    await timers().deleteMany({ businessId: closedBusiness, dueAt: { $lt: ofClosed[99]!.dueAt } });
    expect(await countTimers(closedBusiness)).toBe(100);
    await setState(closedBusiness, 2, "open");
    await eventually(async () => expect(await countTimers(closedBusiness)).toBe(0));
  },
);

test("a business with many due timers does not delay the timer of another business", async () => {
  const [many, few] = [newId("biz"), newId("biz")];
  const claimed: string[] = [];
  const stop = open().watchCommands(({ commandName, command }) => {
    if (commandName === "findAndModify") claimed.push(JSON.stringify(command["query"]));
  });
  // The hundred timers have been due for longer. The single timer is inserted first, so that it is stored when the first of them is claimed.
  const one = { _id: newId("rgs"), businessId: few, dueAt: new Date(), claims: 0 };
  await timers().insertMany([one, ...createTimers(many, 100)]);
  await eventually(async () => expect((await countTimers(few)) + (await countTimers(many))).toBe(0));
  stop();
  expect(claimed.filter((query) => query.includes(many)).length).toBeGreaterThanOrEqual(100);
  expect(claimed.findIndex((query) => query.includes(few))).toBeLessThan(50);
});

test("a timer that a killed process has locked is handled, and delays no other business", async () => {
  const [locked, other] = [newId("biz"), newId("biz")];
  // While the business is closed, its timer is due and nobody claims it.
  await setState(locked, 1, "closed");
  const [timer] = createTimers(locked, 1);
  await timers().insertOne(timer!);
  const close = await lockAsKilledProcess(database, "registrationTimers", timer!._id);
  await setState(locked, 2, "open");
  await timers().insertMany(createTimers(other, 5));
  await eventually(async () => expect((await countTimers(locked)) + (await countTimers(other))).toBe(0));
  await close();
});
