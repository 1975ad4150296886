import { expect, test } from "vitest";
import { rangeFilter } from "./filters.js";

const [from, until] = [new Date("2026-01-01"), new Date("2026-02-01")];

test.each([
  { range: {}, filter: {} },
  { range: { from }, filter: { at: { $gte: from } } },
  { range: { until }, filter: { at: { $lt: until } } },
  { range: { from, until }, filter: { at: { $gte: from, $lt: until } } },
])("$range becomes $filter", ({ range, filter }) => {
  expect(rangeFilter<{ at: Date }>("at", range)).toEqual(filter);
});
