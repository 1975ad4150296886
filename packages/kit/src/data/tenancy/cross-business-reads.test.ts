import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../ids.js";
import { getSocketTimeoutMs } from "../database.js";
import type { Database } from "../database.types.js";
import { createLogger } from "../../telemetry/logger.js";
import { createTestCall, openTestDatabase, testBackend } from "../../testing/index.js";

const open = (given: { readMsMax?: number } = {}) =>
  openTestDatabase({
    url: testBackend().mongodbUrl,
    name: `test_kit_audit_${randomBytes(4).toString("hex")}`,
    appName: "kit",
    logger: createLogger("kit", "silent"),
    tenancyGuard: "commands",
    ...given,
  });
let db: Database;
beforeAll(async () => void (db = await open()));
afterAll(() => db.close());

test("an audit reads the records of all businesses, with the tenancy guard on", async () => {
  const businesses = [newId("biz"), newId("biz")];
  for (const businessId of businesses) {
    await db
      .scope(createTestCall(businessId))
      .collection("things")
      .insertOne({ _id: newId("thing") });
  }
  const found: string[] = [];
  for await (const row of db.acrossBusinesses<{ businessId: string }>("things", [])) found.push(row.businessId);
  expect(found.toSorted()).toEqual(businesses.toSorted());
});

test.each(["$out", "$merge"])("an audit cannot write: %s is refused", (stage) => {
  expect(() => db.acrossBusinesses("things", [{ [stage]: "elsewhere" }])).toThrow("only reads");
});

test("the server ends a query of a job after its limit, and the connection does not before", async () => {
  const job = await open({ readMsMax: 3_600_000 });
  const limits: unknown[] = [];
  job.watchCommands(({ commandName, command }) => void (commandName === "aggregate" && limits.push(command.maxTimeMS)));
  for await (const _ of job.acrossBusinesses("things", []));
  await job.close();
  expect(limits).toEqual([3_600_000]);
  expect(getSocketTimeoutMs({ readMsMax: 3_600_000 })).toBe(0);
  expect(getSocketTimeoutMs({})).toBe(15_000);
});
