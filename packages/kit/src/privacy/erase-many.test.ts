import { expect, test } from "vitest";
import { newId } from "../data/ids.js";
import type { IdempotencyRow, PersonErasureRow } from "../data/infrastructure.js";
import { findPerson } from "./find-person.js";
import { anyone, createSales, useSalesDatabase } from "./sales.testing.js";

// erase-many.long.test.ts has thousands of records with the same user id.

useSalesDatabase();

test("an erasure that an older version began erases the stored answers of the records that it changed", async () => {
  const { call, scope, request, erase } = await createSales(0, () => "");
  const saleId = newId("sal");
  const begun = { changed: { sales: 1 }, pass: 1, changedInPass: 1, doneSteps: 1, createdAt: new Date() };
  await scope
    .collection<{ _id: string; recordIds: string[] }>("personErasures")
    .insertOne({ _id: request.requestId, recordIds: [saleId], ...begun });
  const answer = { _id: `${call.businessId}|1`, digest: "", reply: { saleId, note: "red" }, createdAt: new Date() };
  await scope.collection<Omit<IdempotencyRow, "businessId">>("idempotency").insertOne(answer);
  expect(await erase()).toMatchObject({ isComplete: true });
  const [stored] = await scope.collection<IdempotencyRow>("idempotency").find({});
  expect(stored?.reply).toEqual({ saleId, note: "" });
  expect(await scope.collection("personErasures").findById(request.requestId)).not.toHaveProperty("recordIds");
});

test("a text that is longer than any name is no name of the person, also when an erasure has stored it before", async () => {
  const long = `${"a".repeat(400)}@example.com`;
  const { call, scope, options, request, erase } = await createSales(2, (number) =>
    number === 0 ? long : "c@example.com",
  );
  const name = { kind: "email", value: "c@example.com" };
  const found = await findPerson(options, call, anyone, { given: "", until: Date.now() + 150_000 });
  expect(found.links).toEqual([name]);
  await erase();
  const noted = { $push: { links: { kind: "email", value: long } } };
  await scope.collection<PersonErasureRow>("personErasures").updateOne({ _id: request.requestId }, noted as object);
  expect((await erase()).links).toEqual([name]);
});
