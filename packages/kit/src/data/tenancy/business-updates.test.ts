import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "../../telemetry/logger.js";
import { createTestCall, openTestDatabase, testBackend } from "../../testing/index.js";
import type { Database } from "../database.types.js";
import { newId } from "../ids.js";

interface Thing {
  _id: string;
  count: number;
}

let db: Database;
const commands: string[] = [];
beforeAll(async () => {
  const name = `test_kit_updates_${randomBytes(4).toString("hex")}`;
  const logger = createLogger("kit", "silent");
  db = await openTestDatabase({
    url: testBackend().mongodbUrl,
    name,
    appName: "kit",
    logger,
    tenancyGuard: "commands",
  });
  // Each second, a process also reads the closed businesses.
  db.watchCommands(({ commandName, command }) => {
    if (JSON.stringify(command).includes("things")) commands.push(commandName);
  });
});
afterAll(() => db.close());

async function insertThings(businessId: string): Promise<Thing[]> {
  const things = [1, 2].map(() => ({ _id: newId("thing"), count: 0 }));
  await getThings(businessId).insertMany(things);
  return things;
}

const createCall = (businessId: string) => createTestCall(businessId);
const getThings = (businessId: string) => db.scope(createCall(businessId)).collection<Thing>("things");
const readCounts = async (businessId: string) => (await getThings(businessId).find({})).map(({ count }) => count);

test("records of several businesses are updated in one command, and each business reaches only its own", async () => {
  const [one, other] = [newId("biz"), newId("biz")];
  const [[own], [foreign]] = [await insertThings(one), await insertThings(other)];
  const update = { $inc: { count: 1 } };
  commands.length = 0;
  const matched = await db.updateOfBusinesses<Thing>("things", [
    { call: createCall(one), filter: { _id: own!._id }, update },
    { call: createCall(one), filter: { _id: foreign!._id }, update },
    { call: createCall(other), filter: { count: { $lt: 5 } }, update, many: true },
  ]);
  expect(commands).toEqual(["update"]);
  expect(matched).toBe(3);
  expect((await readCounts(one)).toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(await readCounts(other)).toEqual([1, 1]);
});

test("nothing is sent without updates, and an update without a well-formed business id is refused", async () => {
  expect(await db.updateOfBusinesses("things", [])).toBe(0);
  const updates = [{ call: createCall(""), filter: {}, update: { $set: { count: 1 } } }];
  await expect(db.updateOfBusinesses<Thing>("things", updates)).rejects.toThrow("not a well-formed business id");
});
