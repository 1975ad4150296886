import { describe, expect, test } from "vitest";
import {
  chooseCollection,
  listDaily,
  mayBeHourly,
  type NumbersQuery,
  readQuery,
  setFilter,
  startQuery,
  toDays,
  toGroupRequest,
  toRequest,
  toSeriesRequest,
  writeQuery,
} from "./query.rules.js";

const today = "2026-03-01";
const query: NumbersQuery = {
  collection: "withdrawals",
  metrics: ["units", "count"],
  groupBy: ["product", "center"],
  interval: "week",
  range: "own",
  from: "2026-01-01",
  to: "2026-02-28",
  compare: "previous_year",
  filters: [
    { field: "product", op: "in", values: ["stk_1", "a, b&c=d"] },
    { field: "campaign", op: "in", values: [""] },
    { field: "center", op: "not_in", values: ["-x"] },
  ],
};

describe("the address", () => {
  test("has the whole question, whatever the values are, so that a link asks the same", () => {
    // As the address hands it over: texts, and nothing that is undefined.
    const search = Object.fromEntries(
      new URLSearchParams(
        Object.entries(writeQuery(query)).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
    );
    expect(readQuery(search)).toEqual(query);
    const simple = { ...query, groupBy: [], filters: [], interval: undefined, range: "7" as const };
    expect(readQuery(writeQuery(simple))).toEqual({ ...simple, from: undefined, to: undefined });
  });

  test("without a collection asks nothing, and keeps words that the server refuses", () => {
    expect(readQuery({ metrics: "units" })).toBeUndefined();
    expect(readQuery({ collection: "unknown", metrics: "x,y", range: 90, interval: "year" })).toMatchObject({
      collection: "unknown",
      metrics: ["x", "y"],
      range: "90",
      interval: undefined,
    });
  });
});

test.each([
  ["7", { lastDays: 7 }],
  ["month", { dateFrom: "2026-03-01", dateTo: "2026-03-01" }],
  ["last-month", { dateFrom: "2026-02-01", dateTo: "2026-02-28" }],
  ["own", { dateFrom: "2026-01-01", dateTo: "2026-02-28" }],
] as const)("the range %s is sent as %j", (range, days) => {
  expect(toDays({ ...query, range }, today)).toEqual(days);
});

test("hours are offered for at most 31 days", () => {
  expect(mayBeHourly({ ...query, range: "30" }, today)).toBe(true);
  expect(mayBeHourly({ ...query, range: "90" }, today)).toBe(false);
  expect(mayBeHourly({ ...query, from: "2026-01-01", to: "2026-01-31" }, today)).toBe(true);
  expect(mayBeHourly({ ...query, from: "2026-01-01", to: "2026-02-01" }, today)).toBe(false);
});

test("a question about groups is about the whole range, unless a number is answered by the day only", () => {
  const asked = { ...query, interval: undefined };
  const metrics = ["units", "unique"].map((name) => ({ name, additive: true, daily: name === "unique" }));
  const daily = listDaily({ metrics });
  expect([daily, listDaily(undefined)]).toEqual([["unique"], []]);
  expect(toRequest(asked, today, daily).interval).toBe("none");
  expect(toRequest({ ...asked, groupBy: [] }, today, daily).interval).toBe("auto");
  expect(toRequest({ ...asked, metrics: ["units", "unique"] }, today, daily).interval).toBe("auto");
  expect(toSeriesRequest(toRequest(asked, today, daily))).toMatchObject({ groupBy: [], interval: "auto" });
});

test("charts of groups ask for these groups, and never drop a filter of the question to make room", () => {
  const request = toRequest(query, today, []);
  const groups = ["a", "b", "a"].map((value) => ({ product: { value }, center: { value: "c" } }));
  expect(toGroupRequest(request, "units", groups)).toMatchObject({
    metrics: ["units"],
    compare: "none",
    filters: [
      ...request.filters,
      { field: "product", op: "in", values: ["a", "b"] },
      { field: "center", op: "in", values: ["c"] },
    ],
  });
  const full = { ...request, filters: [...request.filters, ...request.filters.slice(0, 1)] };
  expect(toGroupRequest(full, "units", groups)).toBeUndefined();
  expect(toGroupRequest(request, "units", [])).toBeUndefined();
});

test("a new collection begins with its first two numbers that add up, in the days and the comparison of before", () => {
  const metrics = ["visits", "unique", "registrations"].map((name) => ({
    ...{ name, additive: name !== "unique", daily: name === "unique" },
  }));
  const flows = { name: "flows", metrics, dimensions: [], lastDay: "2026-02-01" };
  expect(startQuery(flows, query)).toMatchObject({
    metrics: ["visits", "registrations"],
    groupBy: [],
    filters: [],
    from: "2026-01-01",
    compare: "previous_year",
  });
  const empty = { ...flows, name: "empty", lastDay: "" };
  expect(chooseCollection([empty, flows])?.name).toBe("flows");
  expect(chooseCollection([empty])?.name).toBe("empty");
});

test("a dimension has one condition, and none without values", () => {
  const changed = { field: "product", op: "not_in", values: ["stk_2"] } as const;
  expect(setFilter(query.filters, changed).filter(({ field }) => field === "product")).toEqual([changed]);
  expect(setFilter(query.filters, { ...changed, values: [] }).map(({ field }) => field)).toEqual([
    "campaign",
    "center",
  ]);
});
