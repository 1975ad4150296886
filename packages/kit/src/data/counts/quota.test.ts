import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Call } from "../../call/call.js";
import { createLogger } from "../../telemetry/logger.js";
import { createTestCall, isLongRun, openTestDatabase, testBackend } from "../../testing/index.js";
import type { Database } from "../database.types.js";
import { newId } from "../ids.js";
import { createQuota, type Quota } from "./quota.js";

interface Thing {
  _id: string;
  number: number;
}

const name = `test_quota_${randomBytes(4).toString("hex")}`;
let db: Database;

beforeAll(async () => {
  const { mongodbUrl: url } = testBackend();
  const logger = createLogger("kit", "silent");
  const indexes = { things: [{ key: { number: 1 } }] };
  db = await openTestDatabase({ url, name, appName: "kit", logger, indexes, tenancyGuard: "commands" });
});
afterAll(() => db.close());

const newCall = (): Call => createTestCall();
const things = (call: Call) => db.scope(call).collection<Thing>("things");
const createThing = (_: unknown, number: number): Thing => ({ _id: newId("thing"), number });
const seed = (call: Call, count: number) => things(call).insertMany(Array.from({ length: count }, createThing));

/** Each process has its own `Quota` object, so two objects represent two processes. */
const quotaOf = (max: number): Quota =>
  createQuota({ collection: "things", records: "things", max, setting: "QUOTA_THINGS" });

const create = (call: Call, quota: Quota) =>
  db.transaction({ ...call }, async (scope) => {
    await quota.claim(scope);
    await scope.collection<Thing>("things").append(createThing(undefined, 0));
  });

/** How many of the parallel creations succeed, and the codes of the others. */
async function createAtOnce(call: Call, quotas: readonly Quota[]) {
  const outcomes = await Promise.allSettled(quotas.map((quota) => create(call, quota)));
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as object] : []));
  return { created: outcomes.length - refusals.length, refusals };
}

/** Counts the commands that count records, until it is called. */
function countsOf(call: Call): () => number {
  let counts = 0;
  const stop = db.watchCommands(({ commandName, command }) => {
    if (commandName === "aggregate" && JSON.stringify(command).includes(call.businessId)) counts += 1;
  });
  return () => {
    stop();
    return counts;
  };
}

test("of many creations at once in several processes exactly as many succeed as the quota allows", async () => {
  const call = newCall();
  await seed(call, 997);
  const processes = [quotaOf(1000), quotaOf(1000), quotaOf(1000)];
  const { created, refusals } = await createAtOnce(call, [...processes, ...processes, ...processes]);
  expect(created).toBe(3);
  expect(refusals).toMatchObject(
    Array(6).fill({ code: "quota_exceeded", detail: expect.stringContaining("1000 things") }),
  );
  expect(await things(call).count({})).toBe(1000);
});

test("a process that counted when many records remained does not exceed the quota", async () => {
  const call = newCall();
  const [one, other] = [quotaOf(600), quotaOf(600)];
  await create(call, one);
  await seed(call, 560);
  // 561 records: `one` remembers that there was room for 599.
  const quotas = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? one : other));
  for (const quota of quotas) await create(call, quota).catch(() => undefined);
  expect(await things(call).count({})).toBe(600);
});

test("a process that counted long ago does not exceed the quota after another one has reached it", async () => {
  const call = newCall();
  const [one, other] = [quotaOf(600), quotaOf(600)];
  // `one` remembers that there was room for 600, and creates nothing more until `other` has filled the business.
  await create(call, one);
  await seed(call, 589);
  for (let index = 0; index < 10; index += 1) await create(call, other);
  await expect(one.check(db.scope(call))).rejects.toMatchObject({ code: "quota_exceeded" });
  await expect(create(call, one)).rejects.toMatchObject({ code: "quota_exceeded" });
  expect(await things(call).count({})).toBe(600);
});

test("far from the quota, too, a process counts again when another one has found that half as many records remain", async () => {
  const call = newCall();
  const [one, other] = [quotaOf(5000), quotaOf(5000)];
  await create(call, one);
  await seed(call, 4500);
  await create(call, other);
  const stop = countsOf(call);
  await create(call, one);
  expect(stop()).toBe(1);
});

test("far from the quota most creations count nothing, and none of them conflict", async () => {
  const call = newCall();
  const quota = quotaOf(10_000);
  const commands: string[] = [];
  const stop = db.watchCommands(({ commandName, command }) => {
    if (JSON.stringify(command).includes(call.businessId)) commands.push(commandName);
  });
  for (let index = 0; index < 50; index += 1) await create(call, quota);
  stop();
  expect(commands.filter((command) => command === "aggregate")).toHaveLength(1);
  expect(commands).not.toContain("update");
});

test("a preview refuses what the write would refuse, and another business has its own quota", async () => {
  const [full, other] = [newCall(), newCall()];
  const quota = quotaOf(2);
  await seed(full, 2);
  await expect(quota.check(db.scope(full))).rejects.toMatchObject({ code: "quota_exceeded" });
  await expect(create(full, quota)).rejects.toMatchObject({ code: "quota_exceeded" });
  await quota.check(db.scope(other));
  await create(other, quota);
});

test("previews of a large business count nothing in a process that has created nothing", async () => {
  const call = newCall();
  await seed(call, 2000);
  await create(call, quotaOf(10_000));
  const stop = countsOf(call);
  await quotaOf(10_000).check(db.scope(call));
  expect(stop()).toBe(0);
});

test("near the quota a preview in another process refuses exactly what the write would refuse", async () => {
  const call = newCall();
  const [one, other] = [quotaOf(2010), quotaOf(2010)];
  await seed(call, 2000);
  for (let index = 0; index < 10; index += 1) {
    await other.check(db.scope(call));
    await create(call, one);
  }
  await expect(other.check(db.scope(call))).rejects.toMatchObject({ code: "quota_exceeded" });
  await expect(create(call, other)).rejects.toMatchObject({ code: "quota_exceeded" });
});

test("a preview never allows what the write would refuse, although some creations are not counted", async () => {
  const { businessId } = newCall();
  const processes = Array.from({ length: 8 }, () => quotaOf(1500));
  // To the end; in the long run from the lowest level at which creations are not counted.
  const room = isLongRun ? 270 : 50;
  await seed(createTestCall(businessId), 1500 - room);
  for (let index = 0; index < room; index += 1) {
    const call = createTestCall(businessId);
    await processes[(index * 5 + 3) % 8]!.check(db.scope(call));
    await create(call, processes[index % 8]!);
  }
  const call = createTestCall(businessId);
  for (const quota of processes) {
    await expect(quota.check(db.scope(call))).rejects.toMatchObject({ code: "quota_exceeded" });
    await expect(create(call, quota)).rejects.toMatchObject({ code: "quota_exceeded" });
  }
});

test("after the operator has lowered the quota, previews count again", async () => {
  const call = newCall();
  await seed(call, 2000);
  await create(call, quotaOf(10_000));
  await expect(quotaOf(1500).check(db.scope(call))).rejects.toMatchObject({ code: "quota_exceeded" });
});

test("after a record was deleted another one can be created", async () => {
  const call = newCall();
  const quota = quotaOf(1);
  await create(call, quota);
  await expect(create(call, quota)).rejects.toMatchObject({ code: "quota_exceeded" });
  await things(call).deleteOne({ number: 0 });
  await create(call, quota);
});
