import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSystemCall } from "../call/call.js";
import { newId } from "./ids.js";
import type { Database } from "./database.types.js";
import { createLogger } from "../telemetry/logger.js";
import { openTestDatabase, testBackend } from "../testing/index.js";

let db: Database;
beforeAll(async () => {
  const name = `test_kit_audit_${randomBytes(4).toString("hex")}`;
  const logger = createLogger("kit", "silent");
  db = await openTestDatabase({
    url: testBackend().mongodbUrl,
    name,
    appName: "kit",
    logger,
    tenancyGuard: "commands",
  });
});
afterAll(() => db.close());

test("an audit reads the records of all businesses, with the tenancy guard on", async () => {
  const businesses = [newId("biz"), newId("biz")];
  for (const businessId of businesses) {
    await db
      .scope(createSystemCall(businessId, "test"))
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
