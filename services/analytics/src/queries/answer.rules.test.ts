import { createTestCall } from "@tenant-ops/kit/testing";
import { agentCalls, durationBuckets } from "@tenant-ops/rest/analytics";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compute, planRows, toAnswer, writeNotice } from "./answer.rules.js";
import { planQuery } from "./query.rules.js";

const now = new Date("2026-11-28T12:00:00Z");
const plain = {
  collection: "prizes",
  metrics: ["won", "claim_rate"],
  groupBy: ["roulette"],
  interval: "none",
  lastDays: 90,
  dateFrom: "2026-10-01",
  dateTo: "2026-10-31",
  filters: [],
  compare: "none",
  orderBy: "",
};
const call = createTestCall(undefined, { scopes: ["*"], timeZone: "UTC" });
const planOf = (given: Partial<typeof plain> = {}) => planQuery({ ...plain, ...given }, call, now);
const row = (values: string[], counts: Record<string, number>, interval = 0) => ({ interval, values, counts }) as const;
const counted = (rows: ReturnType<typeof row>[]) => ({ rows, labels: [] });
const days = { firstDay: "2026-01-02", lastDay: "2026-11-28" };

const rows = [
  row(["r1"], { won: 4, claimed: 3, expired: 1 }),
  row(["r2"], { won: 6, claimed: 1 }),
  row(["r3"], { won: 1 }),
];

test("rows are in the order of the first metric, and a cut list adds up with its other rows", () => {
  const plan = planOf();
  const answer = toAnswer(plan, planRows(plan, counted(rows), undefined), 0, 2, now);
  expect(answer.rows.map(({ dimensions }) => dimensions["roulette"]?.value)).toEqual(["r2", "r1"]);
  expect(answer).toMatchObject({ count: 2, totalRows: 3, hasMore: true, totals: { won: 11 } });
  expect(answer.other).toEqual({ groups: 1, metrics: { won: 1, claim_rate: 0 } });
});

test("rates of totals and of other rows come from their parts, and there is none where nothing was counted", () => {
  const plan = planOf();
  const answer = toAnswer(plan, planRows(plan, counted(rows), undefined), 0, 1, now);
  // (3 + 1) ÷ 11, and not the mean of 75, 16.67 and 0.
  expect(answer.totals["claim_rate"]).toBe(36.36);
  expect(answer.other.metrics["claim_rate"]).toBe(60);
  const nothing = toAnswer(plan, planRows(plan, counted([]), undefined), 0, 1, now);
  expect(nothing.totals).toEqual({ won: 0 });
});

test("the sums of any page and its other rows are the totals", () => {
  const anyRow = fc.record({
    value: fc.constantFrom("a", "b", "c", "d"),
    interval: fc.integer({ min: 0, max: 30 }),
    won: fc.integer({ min: 0, max: 9 }),
  });
  const plan = planOf({ interval: "day" });
  fc.assert(
    fc.property(fc.array(anyRow), fc.nat(20), fc.integer({ min: 1, max: 5 }), (given, offset, limit) => {
      const distinct = new Map(given.map((one) => [`${one.value}${one.interval}`, one]));
      const all = [...distinct.values()].map(({ value, interval, won }) => row([value], { won }, interval));
      const answer = toAnswer(plan, planRows(plan, counted(all), undefined), offset, limit, now);
      const shown = answer.rows.reduce((sum, { metrics }) => sum + (metrics["won"] ?? 0), 0);
      expect(shown + (answer.other.metrics["won"] ?? 0)).toBe(answer.totals["won"]);
      expect(answer.totals["won"]).toBe(all.reduce((sum, { counts }) => sum + (counts["won"] ?? 0), 0));
      expect(answer.count + answer.other.groups).toBe(answer.totalRows);
    }),
  );
});

test("without a dimension every interval has a row, also one in which nothing was counted", () => {
  const plan = planOf({ interval: "day", groupBy: [], metrics: ["won"] });
  const answer = toAnswer(plan, planRows(plan, counted([row([], { won: 2 }, 3)]), undefined), 0, 50, now);
  expect(answer.rows.map(({ metrics }) => metrics["won"]).slice(2, 5)).toEqual([0, 2, 0]);
  expect(answer.totalRows).toBe(31);
});

test("a prize that waits makes its row maturing, and the notice says so", () => {
  const plan = planOf();
  const planned = planRows(plan, counted(rows), undefined);
  const answer = toAnswer(plan, planned, 0, 9, now);
  const maturing = answer.rows.map(({ dimensions, maturing }) => [dimensions["roulette"]?.value, maturing]);
  expect(Object.fromEntries(maturing)).toEqual({ r1: false, r2: true, r3: true });
  expect(writeNotice(plan, planned, days, now)).toContain("claim_rate can still rise");
  const won = planOf({ metrics: ["won"] });
  expect(writeNotice(won, planRows(won, counted(rows), undefined), days, now)).toBe("");
});

test("the interval of today is partial, and the notice says that the range is not over", () => {
  const plan = planOf({ interval: "day", groupBy: [], dateFrom: "2026-11-27", dateTo: "2026-11-28" });
  const planned = planRows(plan, counted([row([], { won: 1 }, 1)]), undefined);
  expect(toAnswer(plan, planned, 0, 9, now).rows.map(({ partial }) => partial)).toEqual([false, true]);
  expect(writeNotice(plan, planned, days, now)).toContain(
    "The range is not over: its last day, 2026-11-28, is today or later.",
  );
});

test("a comparison stands beside each row, also where only one of both ranges has something", () => {
  const plan = planOf({ compare: "previous_period", metrics: ["won"] });
  const planned = planRows(
    plan,
    counted(rows.slice(0, 1)),
    counted([row(["r1"], { won: 2 }), row(["r9"], { won: 5 })]),
  );
  const answer = toAnswer(plan, planned, 0, 9, now);
  expect(answer.rows.map(({ metrics, previous }) => [metrics["won"], previous["won"]])).toEqual([
    [4, 2],
    [0, 5],
  ]);
  expect(answer).toMatchObject({
    totals: { won: 4 },
    previousTotals: { won: 7 },
    range: { previous: { from: "2026-09-01", to: "2026-09-30" } },
  });
});

test("nothing found is said, with the days that have numbers", () => {
  const plan = planOf();
  expect(writeNotice(plan, planRows(plan, counted([]), undefined), days, now)).toBe(
    "no_results: nothing was counted from 2026-10-01 to 2026-10-31. There are numbers from 2026-01-02 to 2026-11-28; ask for these days.",
  );
  const never = { firstDay: "", lastDay: "" };
  expect(writeNotice(plan, planRows(plan, counted([]), undefined), never, now)).toContain("was never counted");
  const filtered = planOf({ filters: [{ field: "gift", op: "in", values: ["A cup"] }] as never[] });
  expect(writeNotice(filtered, planRows(filtered, counted([]), undefined), days, now)).toContain(
    "or without filters. analytics_list_collections lists the values of gift; a label is no value.",
  );
});

test("who groups and leaves the interval to us is told that the rows are not totals of the groups", () => {
  const noticeOf = (given: Partial<typeof plain>) => {
    const plan = planOf(given);
    return writeNotice(plan, planRows(plan, counted(rows), undefined), days, now);
  };
  const sentence = "Rows are by week, roulette: send interval none for one row by roulette.";
  expect(noticeOf({ interval: "auto", groupBy: ["roulette"] })).toContain(sentence);
  const visitors = { collection: "flows", metrics: ["unique_visitors"], groupBy: ["flow"], interval: "auto" };
  for (const given of [{ interval: "week" }, { interval: "none" }, { interval: "auto", groupBy: [] }, visitors])
    expect(noticeOf({ groupBy: ["roulette"], ...given })).not.toContain("interval none");
});

const formulaOf = (metric: string) => agentCalls.metrics.find(({ name }) => name === metric)!.formula;
const percentileOf = (metric: string, counts: Record<string, number>) => compute(formulaOf(metric), counts);

test("a percentile of a known histogram is within its bucket, at the share of the calls that are below it", () => {
  // 10 calls between 20 and 50 ms, 10 between 100 and 200 ms.
  const counts = { calls: 20, upTo50: 10, upTo200: 10 };
  expect(percentileOf("p50", counts)).toBe(50);
  expect(percentileOf("p95", counts)).toBe(190);
  expect(percentileOf("p50", { upTo1: 1 })).toBe(1);
  expect(percentileOf("p95", { upTo30000: 1 })).toBe(30_000);
  // Calls that were refused before they began have no duration.
  expect(percentileOf("p95", { calls: 3, refused: 3 })).toBeUndefined();
});

const anyDurations = fc.array(fc.double({ min: 0, max: 30_000, noNaN: true }), { minLength: 1, maxLength: 50 });
const bucketOf = (duration: number) => durationBuckets.find(({ to }) => duration <= to)!;
const countDurations = (durations: readonly number[]) => {
  const counts: Record<string, number> = {};
  for (const { counter } of durations.map(bucketOf)) counts[counter] = (counts[counter] ?? 0) + 1;
  return counts;
};

test("a percentile of any calls is in the bucket of the true one, also of the histograms of several rows together", () => {
  const plan = planQuery(
    { ...plain, collection: "agent_calls", metrics: ["p50", "p95"], groupBy: ["tool"] },
    call,
    now,
  );
  fc.assert(
    fc.property(fc.array(anyDurations, { minLength: 1, maxLength: 4 }), (tools) => {
      const given = tools.map((durations, index) => row([`tool${index}`], countDurations(durations)));
      const { totals, rows: shown } = toAnswer(plan, planRows(plan, counted(given), undefined), 0, 9, now);
      const requireBucket = (metric: string, value: number | undefined, durations: readonly number[]) => {
        const sorted = durations.toSorted((one, other) => one - other);
        const rank = Math.ceil(((metric === "p50" ? 50 : 95) / 100) * sorted.length);
        const { to } = bucketOf(sorted[rank - 1]!);
        const from = durationBuckets[durationBuckets.findIndex((bucket) => bucket.to === to) - 1]?.to ?? 0;
        expect(value).toBeGreaterThan(from);
        expect(value).toBeLessThanOrEqual(to);
      };
      for (const metric of ["p50", "p95"]) {
        requireBucket(metric, totals[metric], tools.flat());
        for (const { dimensions, metrics } of shown)
          requireBucket(metric, metrics[metric], tools[Number(dimensions["tool"]!.value.slice(4))]!);
      }
    }),
  );
});

test("the total of a level is that of the last interval that has begun, and a cut list adds up to it", () => {
  const given = { collection: "stock", metrics: ["on_hand", "received"], groupBy: ["product"], interval: "day" };
  const plan = planOf({ ...given, dateFrom: "2026-11-27", dateTo: "2026-11-29" });
  const rows = [
    row(["p1"], { held: 5, received: 5 }, 0),
    row(["p1"], { held: 8, received: 3 }, 1),
    row(["p2"], { held: 2 }, 0),
    row(["p2"], { held: 2 }, 1),
    row(["p3"], { held: 9, received: 9 }, 0),
  ];
  const planned = planRows(plan, counted(rows), undefined);
  const answer = toAnswer(plan, planned, 3, 1, now);
  // p3 was used up on the second day; the third one has not begun.
  expect(answer.totals).toEqual({ on_hand: 10, received: 17 });
  expect(answer.rows.map(({ metrics }) => metrics)).toEqual([{ on_hand: 8, received: 3 }]);
  expect(answer.other).toEqual({ groups: 4, metrics: { on_hand: 2, received: 14 } });
  expect(answer.metrics.map(({ name, additive }) => [name, additive])).toEqual([
    ["on_hand", false],
    ["received", true],
  ]);
  const notice = writeNotice(plan, planned, days, now);
  expect(notice).toContain("on_hand: what there is at the end of an interval; do not add it up over time.");
  expect(notice).not.toContain("computed from their parts");
});

test("a level is compared with what there was at the end of the range before", () => {
  const given = { collection: "stock", metrics: ["on_hand"], groupBy: [], interval: "none" };
  const plan = planOf({ ...given, compare: "previous_period" });
  const planned = planRows(plan, counted([row([], { held: 8 })]), counted([row([], { held: 3 })]));
  expect(toAnswer(plan, planned, 0, 9, now)).toMatchObject({
    totals: { on_hand: 8 },
    previousTotals: { on_hand: 3 },
    rows: [{ metrics: { on_hand: 8 }, previous: { on_hand: 3 } }],
  });
});
