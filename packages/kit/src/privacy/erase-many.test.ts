import { expect, test } from "vitest";
import { findPerson } from "./find-person.js";
import { anyone, createSales, useSalesDatabase } from "./sales.testing.js";

// erase-many.long.test.ts has thousands of records with the same user id.

useSalesDatabase();

test("a text that is longer than any name is no name of the person", async () => {
  const long = `${"a".repeat(400)}@example.com`;
  const { call, options, erase } = await createSales(2, (number) => (number === 0 ? long : "c@example.com"));
  const name = { kind: "email", value: "c@example.com" };
  const found = await findPerson(options, call, anyone, { given: "", until: Date.now() + 150_000 });
  expect(found.links).toEqual([name]);
  expect((await erase()).links).toEqual([name]);
});
