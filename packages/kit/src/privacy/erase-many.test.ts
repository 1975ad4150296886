import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DataLife, PersonIdentifier } from "../data/data-life.types.js";
import type { Database } from "../data/database.types.js";
import { newId } from "../data/ids.js";
import type { ErasedRecordRow, IdempotencyRow, PersonErasureRow } from "../data/infrastructure.js";
import type { Bus } from "../events/bus.js";
import { createLogger } from "../telemetry/logger.js";
import { createTestCall, openTestDatabase, testBackend } from "../testing/index.js";
import { endErasure, erasePerson } from "./erase-person.js";
import { findPerson } from "./find-person.js";
import { linksMax } from "./linked-names.js";

// One user id can stand for all customers of a business who have none of their own.

interface Sale {
  _id: string;
  userId: string;
  email: string;
  note: string;
}

const life: DataLife = {
  collections: {
    sales: {
      retention: { kept: "always" },
      personal: { roles: [{ identifiedBy: { userId: ["userId"], email: ["email"] }, details: { note: "" } }] },
    },
  },
};

let db: Database;
beforeAll(async () => {
  const name = `test_erase_many_${randomBytes(4).toString("hex")}`;
  const logger = createLogger("kit", "silent");
  const options = { url: testBackend().mongodbUrl, name, appName: "kit", logger, tenancyGuard: "commands" } as const;
  db = await openTestDatabase({ ...options, indexes: { sales: [{ key: { businessId: 1, _id: 1 } }] } });
});
afterAll(() => db.close());

const anyone: PersonIdentifier[] = [{ kind: "userId", value: "anyone" }];

/** A business whose sales all have the same user id. */
async function createSales(count: number, toEmail: (number: number) => string) {
  const call = createTestCall(newId("biz"), { deadline: Date.now() + 150_000 });
  const scope = db.scope(call);
  const sales = Array.from({ length: count }, (_, number): Sale => {
    return { _id: newId("sal"), userId: "anyone", email: toEmail(number), note: "red" };
  });
  await scope.collection<Sale>("sales").insertMany(sales);
  const options = { db, life, bus: {} as Bus, service: "kit" };
  const request = { requestId: newId("prq"), identifiers: anyone, tombstone: "erased_1", pass: 1 };
  const erase = () => erasePerson(options, call, request, Date.now() + 150_000);
  const end = (until: number) => endErasure(options, call, request.requestId, until);
  const countRows = () => scope.collection<ErasedRecordRow>("personErasures").count({});
  return { call, scope, sales, options, request, erase, end, countRows };
}

test("for a user id with very many linked names, only as many are collected as show that it is not one person", async () => {
  const { call, scope, sales, options, request, erase } = await createSales(5200, (number) => `c${number}@example.com`);
  const found = await findPerson(options, call, anyone, { given: "", until: Date.now() + 150_000 });
  expect(found).toMatchObject({ found: [{ collection: "sales", records: sales.length }], position: "" });
  expect(found.links).toHaveLength(linksMax);

  const { isComplete, changed, links } = await erase();
  expect({ isComplete, changed }).toEqual({
    isComplete: true,
    changed: [{ collection: "sales", records: sales.length }],
  });
  expect(links).toHaveLength(linksMax);
  const row = await scope.collection<PersonErasureRow>("personErasures").findById(request.requestId);
  // The last transaction that adds names may add those of all its records.
  expect(row?.links?.length).toBeLessThan(linksMax + 50);
});

test("a stored answer with the id of an erased record is found among any number of ids, and the ids are deleted at the end of the erasure", async () => {
  const { call, scope, sales, erase, end, countRows } = await createSales(5100, () => "");
  const other = { saleId: newId("sal"), note: "blue" };
  const rows = [other, ...sales.slice(-3).map(({ _id: saleId }) => ({ saleId, note: "red" }))].map((reply, number) => {
    return { _id: `${call.businessId}|${number}`, digest: "", reply, createdAt: new Date() };
  });
  await scope.collection<Omit<IdempotencyRow, "businessId">>("idempotency").insertMany(rows);
  expect((await erase()).isComplete).toBe(true);
  const stored = await scope.collection<IdempotencyRow>("idempotency").find({}, { sort: { _id: 1 } });
  expect(stored.map(({ reply }) => (reply as { note: string }).note)).toEqual(["blue", "", "", ""]);
  // A second pass changes nothing, and notes nothing twice.
  expect(await erase()).toMatchObject({ isComplete: true });
  expect(await countRows()).toBe(sales.length + 1);
  await end(Date.now() + 150_000);
  expect(await countRows()).toBe(0);
});

test("an end without time for all ids is called again, and the row of the erasure is deleted last", async () => {
  const { scope, sales, request, erase, end, countRows } = await createSales(5100, () => "");
  await erase();
  expect(await end(0)).toBe(false);
  expect(await countRows()).toBe(sales.length + 1 - 5000);
  expect(await scope.collection<PersonErasureRow>("personErasures").findById(request.requestId)).not.toBeNull();
  expect(await end(0)).toBe(true);
  expect(await countRows()).toBe(0);
});

test("a text that is longer than any name is no name of the person", async () => {
  const long = `${"a".repeat(400)}@example.com`;
  const { call, options, erase } = await createSales(2, (number) => (number === 0 ? long : "c@example.com"));
  const name = { kind: "email", value: "c@example.com" };
  const found = await findPerson(options, call, anyone, { given: "", until: Date.now() + 150_000 });
  expect(found.links).toEqual([name]);
  expect((await erase()).links).toEqual([name]);
});
