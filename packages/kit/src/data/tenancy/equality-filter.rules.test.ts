import { expect, test } from "vitest";
import { toEqualityFilter } from "../lists/filters.js";

test("plain values are compared with $eq", () => {
  expect(toEqualityFilter({ slug: "$ne", count: 0, isActive: false })).toEqual({
    slug: { $eq: "$ne" },
    count: { $eq: 0 },
    isActive: { $eq: false },
  });
});

test("null, operators of our own code and $or stay as they are", () => {
  const filter = { publishedAt: null, at: { $lt: new Date(0) }, $or: [{ a: 1 }], $comment: "audit" };
  expect(toEqualityFilter(filter)).toEqual(filter);
});

test("undefined is refused, because MongoDB would match all records", () => {
  expect(() => toEqualityFilter({ ownerId: undefined })).toThrow("the filter has no value for ownerId");
});
