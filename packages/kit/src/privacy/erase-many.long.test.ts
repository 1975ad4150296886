import { expect, test } from "vitest";
import { newId } from "../data/ids.js";
import type { IdempotencyRow, PersonErasureRow } from "../data/infrastructure.js";
import { findPerson } from "./find-person.js";
import { linksMax } from "./linked-names.js";
import { anyone, createSales, useSalesDatabase } from "./sales.testing.js";

useSalesDatabase();

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
