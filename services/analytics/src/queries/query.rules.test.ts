import { create } from "@bufbuild/protobuf";
import { createTestCall } from "@tenant-ops/kit/testing";
import { QueryRequestSchema } from "@tenant-ops/proto/analytics";
import { analyticsCollections } from "@tenant-ops/rest/analytics";
import { expect, test } from "vitest";
import { findNearest, listReadable, planQuery } from "./query.rules.js";

const now = new Date("2026-11-28T12:00:00Z");
const plain = {
  collection: "withdrawals",
  metrics: ["units"],
  groupBy: [] as string[],
  interval: "auto",
  lastDays: 90,
  dateFrom: "",
  dateTo: "",
  filters: [],
  compare: "none",
  orderBy: "",
};
const plan = (given: Partial<typeof plain> & { filters?: never[] } = {}, scopes = ["*"]) =>
  planQuery({ ...plain, ...given }, createTestCall(undefined, { scopes, timeZone: "UTC" }), now);

test.each([
  [{ collection: "withdrawal" }, "Did you mean withdrawals?"],
  [{ collection: "sales" }, "the collections are withdrawals, stock, spins, prizes"],
  [{ collection: "registrations" }, '"registrations" is counted by flows.'],
  [{ collection: "supply" }, '"supply" is counted by withdrawals, stock.'],
  [{ metrics: ["unit"] }, "Did you mean units?"],
  [{ metrics: ["win_rate"] }, '"win_rate" belongs to spins.'],
  [{ groupBy: ["campaign"] }, '"campaign" belongs to flows.'],
  [{ groupBy: ["month"] }, "For rows by time send interval month."],
  [{ groupBy: ["centre"] }, "Did you mean center?"],
  [{ filters: [{ field: "shop", op: "in", values: ["a"] }] as never[] }, "filters[0].field"],
  [{ orderBy: "count" }, "what can be sorted by are time, units"],
])("%j is refused with the words that are known", (given, sentence) => {
  expect(() => plan(given)).toThrow(sentence);
});

test("a number of days is refused beside a first day, because one of them would be ignored", () => {
  const days = { dateFrom: "2026-10-01", dateTo: "2026-10-31" };
  expect(() => plan({ ...days, lastDays: 30 })).toThrow("last_days: the range has a first day already");
  // A host may send the default with it.
  expect(plan({ ...days, lastDays: create(QueryRequestSchema).lastDays }).range).toMatchObject({ to: "2026-10-31" });
});

test("different visitors are answered by the day, whatever the range", () => {
  const visitors = { collection: "flows", metrics: ["unique_visitors"] };
  expect(plan(visitors).interval).toBe("day");
  expect(() => plan({ ...visitors, interval: "month" })).toThrow("does not add up over days");
});

test("the order is by time, and without intervals by the first metric", () => {
  expect(plan().orderBy).toBe("time");
  expect(plan({ interval: "none" }).orderBy).toBe("units");
  expect(plan({ orderBy: "units" }).orderBy).toBe("units");
});

test("a key reads the collections of the areas that it may read, and no others", () => {
  const scopes = ["analytics:read", "supply:read"];
  expect(listReadable({ scopes }).map(({ name }) => name)).toEqual(["withdrawals", "stock", "agent_calls"]);
  expect(plan({}, scopes).collection.name).toBe("withdrawals");
  expect(() => plan({ collection: "spins", metrics: ["spins"] }, scopes)).toThrow("needs the scope roulettes:read");
});

test("every metric is computed from counters of its collection", () => {
  for (const { counters, metrics, dimensions, dimensionMeanings } of analyticsCollections) {
    expect(Object.keys(dimensionMeanings)).toEqual([...dimensions]);
    for (const { formula, matures } of metrics) {
      const { kind: _, ...named } = formula;
      const names = "buckets" in named ? named.buckets.map(({ counter }) => counter) : Object.values(named);
      for (const name of [...names, ...(matures ? [matures.of, ...matures.done] : [])])
        expect(counters).toContain(name);
    }
  }
});

test("a word that is like none of the known ones gets no suggestion", () => {
  expect(findNearest("xyz", ["units", "count"])).toBeUndefined();
  expect(findNearest("registration", ["visits", "registrations"])).toBe("registrations");
});
