import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "../../telemetry/logger.js";
import { createTestCall, openTestDatabase, testBackend } from "../../testing/index.js";
import type { Database } from "../database.types.js";
import { newId } from "../ids.js";

let db: Database;
beforeAll(async () => {
  const name = `test_kit_owner_${randomBytes(4).toString("hex")}`;
  const logger = createLogger("kit", "silent");
  const publicPages = ["wheels"];
  const url = testBackend().mongodbUrl;
  db = await openTestDatabase({ url, name, appName: "kit", logger, tenancyGuard: "commands", publicPages });
});
afterAll(() => db.close());

test("the id of a record with a public page leads to its business, and to nothing else of the record", async () => {
  const businessId = newId("biz");
  const _id = newId("whl");
  await db.scope(createTestCall(businessId)).collection("wheels").insertOne({ _id });
  expect(await db.findOwner("wheels", _id)).toBe(businessId);
  expect(await db.findOwner("wheels", newId("whl"))).toBeUndefined();
});

test("an operator of MongoDB in place of an id finds nothing", async () => {
  expect(await db.findOwner("wheels", { $ne: "" } as unknown as string)).toBeUndefined();
});

test("a collection without public pages has no such lookup", async () => {
  await expect(db.findOwner("secrets", "x")).rejects.toThrow("not declared as public pages");
});
