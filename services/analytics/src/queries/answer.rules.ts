import type { CountedRow as Counted } from "@tenant-ops/kit/data";
import type { DimensionLabel, QueryCountsResponse } from "@tenant-ops/proto/common";
import { type Bucket, type Formula, isAdditive, type Metric } from "@tenant-ops/rest/analytics";
import { describeMetric } from "./descriptions.rules.js";
import type { QueryPlan } from "./query.rules.js";

type Counts = Record<string, number>;
type Numbers = Record<string, number>;

/** The counts of one row of an answer, and those of the row it is compared with. */
interface CountedRow {
  interval: number;
  values: string[];
  counts: Counts;
  previous: Counts;
}

/** Rows of an answer, in their order, before they are cut. */
export interface AnswerRows {
  rows: CountedRow[];
  labels: readonly DimensionLabel[];
}

/** What the service that counts a collection has answered. */
export type CountsAnswer = Pick<QueryCountsResponse, "labels" | "firstDay" | "lastDay"> & { rows: readonly Counted[] };

/**
 * Joins the rows with those they are compared with, and sorts them. Without a dimension every interval has a row, so that a chart has no gaps; with
 * one, only combinations that were counted.
 */
export function planRows(
  plan: QueryPlan,
  counted: Pick<CountsAnswer, "rows" | "labels">,
  previous: Pick<CountsAnswer, "rows" | "labels"> | undefined,
): AnswerRows {
  const rows = new Map<string, CountedRow>();
  const take = ({ interval, values }: Pick<CountedRow, "interval" | "values">) => {
    const key = JSON.stringify([interval, values]);
    const row = rows.get(key) ?? { interval, values: [...values], counts: {}, previous: {} };
    rows.set(key, row);
    return row;
  };
  if (plan.groupBy.length === 0) for (const interval of plan.range.intervals.keys()) take({ interval, values: [] });
  for (const row of counted.rows) take(row).counts = row.counts;
  for (const row of previous?.rows ?? []) take(row).previous = row.counts;
  return { rows: sortRows(plan, [...rows.values()]), labels: [...counted.labels, ...(previous?.labels ?? [])] };
}

function sortRows({ orderBy, metrics }: QueryPlan, rows: readonly CountedRow[]): CountedRow[] {
  // Within an interval, and among equal numbers, the order is by the first metric and then by the values, so that pages do not overlap.
  const metric = metrics.find(({ name }) => name === orderBy) ?? metrics[0];
  const keyed = rows.map((row) => ({
    row,
    number: (metric && compute(metric.formula, row.counts)) ?? -Infinity,
    values: JSON.stringify(row.values),
  }));
  type Keyed = (typeof keyed)[number];
  const compareNumbers = (one: Keyed, other: Keyed) => (one.number === other.number ? 0 : other.number - one.number);
  const compareTimes = (one: Keyed, other: Keyed) => one.row.interval - other.row.interval;
  const compareValues = (one: Keyed, other: Keyed) => (one.values < other.values ? -1 : 1);
  const [first, second] = orderBy === "time" ? [compareTimes, compareNumbers] : [compareNumbers, compareTimes];
  return keyed
    .toSorted((one, other) => first(one, other) || second(one, other) || compareValues(one, other))
    .map(({ row }) => row);
}

/** @param offset how many rows are on the pages before */
export function toAnswer(plan: QueryPlan, { rows, labels }: AnswerRows, offset: number, limit: number, now: Date) {
  const shown = rows.slice(offset, offset + limit);
  const others = [...rows.slice(0, offset), ...rows.slice(offset + limit)];
  const last = plan.range.intervals.findLastIndex(({ start }) => start <= now);
  const computeTotals = (some: readonly CountedRow[], side: "counts" | "previous") =>
    computeMetrics(plan.metrics.filter(hasTotal), sumRows(plan, some, side, last));
  const names = new Map(labels.map(({ dimension, value, label }) => [JSON.stringify([dimension, value]), label]));
  return {
    rows: shown.map((row) => toRow(plan, row, names, now)),
    totals: computeTotals(rows, "counts"),
    previousTotals: plan.previous ? computeTotals(rows, "previous") : {},
    other: { groups: others.length, metrics: computeTotals(others, "counts") },
    count: shown.length,
    totalRows: rows.length,
    hasMore: offset + shown.length < rows.length,
    interval: plan.interval,
    range: {
      from: plan.range.from,
      to: plan.range.to,
      timeZone: plan.timeZone,
      ...(plan.previous && { previous: { from: plan.previous.from, to: plan.previous.to } }),
    },
    metrics: plan.metrics.map(describeMetric),
  };
}

function toRow(
  plan: QueryPlan,
  { interval: index, values, counts, previous }: CountedRow,
  names: ReadonlyMap<string, string>,
  now: Date,
) {
  const interval = plan.range.intervals[index];
  if (!interval) throw new Error("a row has no interval");
  const isRunning = interval.end > now;
  return {
    time: interval.time,
    partial: interval.isCut || isRunning,
    maturing: plan.metrics.some((metric) => isMaturing(metric, counts)),
    dimensions: Object.fromEntries(
      plan.groupBy.map((dimension, position) => {
        const value = values[position] ?? "";
        return [dimension, { value, label: names.get(JSON.stringify([dimension, value])) ?? value }];
      }),
    ),
    metrics: computeMetrics(plan.metrics, counts),
    previous: plan.previous ? computeMetrics(plan.metrics, previous) : {},
  };
}

/** Whether a metric can still rise, although its time is over. */
export function isMaturing({ matures }: Metric, counts: Counts): boolean {
  if (!matures) return false;
  const done = matures.done.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  return (counts[matures.of] ?? 0) > done;
}

/** Different visitors of several days are no number of visitors. */
const hasTotal = ({ formula }: Metric): boolean => formula.kind !== "distinct";

function computeMetrics(metrics: readonly Metric[], counts: Counts): Numbers {
  return Object.fromEntries(
    metrics.flatMap(({ name, formula }) => {
      const value = compute(formula, counts);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** @returns undefined where there is nothing to divide by */
export function compute(formula: Formula, counts: Counts): number | undefined {
  const read = (name: string) => counts[name] ?? 0;
  switch (formula.kind) {
    case "sum":
    case "distinct":
    case "level":
      return roundSum(read(formula.counter));
    case "percentage":
      return read(formula.whole) === 0 ? undefined : round((read(formula.part) / read(formula.whole)) * 100);
    case "mean":
      return read(formula.count) === 0 ? undefined : round(read(formula.sum) / read(formula.count));
    case "percentile":
      return computePercentile(formula.buckets, formula.percent, read);
  }
}

/**
 * The bucket in which the percentile is, and within it the value at the same share of the way from its lower to its upper bound: as if what it counts
 * were spread evenly. The true value is in the same bucket.
 */
function computePercentile(
  buckets: readonly Bucket[],
  percent: number,
  read: (counter: string) => number,
): number | undefined {
  const total = buckets.reduce((sum, { counter }) => sum + read(counter), 0);
  // The first, second … of the sorted values, so that there is one in its bucket.
  const rank = Math.ceil((percent / 100) * total);
  let [before, from] = [0, 0];
  for (const { counter, to } of buckets) {
    const count = read(counter);
    if (count > 0 && before + count >= rank) return round(from + ((to - from) * (rank - before)) / count);
    [before, from] = [before + count, to];
  }
  return undefined;
}

/** Two decimals, as the statistics tools answer. */
const round = (value: number): number => Math.round(value * 100) / 100;
/** Sums of decimals differ by rounding beyond the sixth digit. */
const roundSum = (value: number): number => Math.round(value * 1e6) / 1e6;

/** The sums of all rows; of a level those of the last interval, because what was there on Monday is still there on Tuesday. */
function sumRows(
  { collection }: Pick<QueryPlan, "collection">,
  rows: readonly CountedRow[],
  side: "counts" | "previous",
  last: number,
): Counts {
  const levels = new Set<string>(collection.levels);
  const sums: Counts = {};
  for (const { interval, [side]: counts } of rows)
    for (const [name, value] of Object.entries(counts))
      if (interval === last || !levels.has(name)) sums[name] = (sums[name] ?? 0) + value;
  return sums;
}

/** What the numbers of an answer do not say by themselves; empty when there is nothing to add. */
export function writeNotice(
  plan: QueryPlan,
  { rows }: AnswerRows,
  days: Pick<CountsAnswer, "firstDay" | "lastDay">,
  now: Date,
): string {
  const { range, previous, metrics, groupBy, interval } = plan;
  if (rows.every(({ counts }) => isEmpty(counts))) return explainNothing(plan, days);
  const maturing = metrics.filter((metric) => rows.some(({ counts }) => isMaturing(metric, counts)));
  const isRunning = (range.intervals.at(-1)?.end ?? now) > now;
  const levels = metrics.filter(({ formula }) => formula.kind === "level");
  const computed = metrics.filter((metric) => !isAdditive(metric) && hasTotal(metric) && !levels.includes(metric));
  return [
    ...(isByUnaskedInterval(plan)
      ? [`Rows are by ${[interval, ...groupBy].join(", ")}: send interval none for one row by ${groupBy.join(", ")}.`]
      : []),
    ...(isRunning ? [`The range is not over: its last day, ${range.to}, is today or later.`] : []),
    ...(maturing.length > 0 ? [`${listNames(maturing)} can still rise for the time of rows that say maturing.`] : []),
    ...(previous && (isRunning || maturing.length > 0) ? ["The comparison is with a range that had more time."] : []),
    ...(metrics.some(({ formula }) => formula.kind === "distinct")
      ? ["Different visitors of several days may be the same people: do not add them up."]
      : []),
    ...(levels.length > 0
      ? [`${listNames(levels)}: what there is at the end of an interval; do not add it up over time.`]
      : []),
    ...(computed.length > 0 ? [`Totals of ${listNames(computed)} are computed from their parts.`] : []),
  ].join(" ");
}

/** A model takes the first row for the total of its group, when it has not asked for intervals. There is no total of different visitors. */
const isByUnaskedInterval = ({ isIntervalChosen, groupBy, metrics }: QueryPlan): boolean =>
  isIntervalChosen && groupBy.length > 0 && metrics.every(hasTotal);

function explainNothing(
  { range, filters, collection }: QueryPlan,
  { firstDay, lastDay }: Pick<QueryCountsResponse, "firstDay" | "lastDay">,
): string {
  const dimensions = filters.map(({ dimension }) => dimension);
  const nothing = `no_results: nothing was counted from ${range.from} to ${range.to}${filters.length > 0 ? " with these filters" : ""}.`;
  if (firstDay === "") return `${nothing} ${collection.name} was never counted for this business.`;
  const known = `There are numbers from ${firstDay} to ${lastDay}; ask for these days`;
  if (filters.length === 0) return `${nothing} ${known}.`;
  return `${nothing} ${known} or without filters. analytics_list_collections lists the values of ${dimensions.join(", ")}; a label is no value.`;
}

const isEmpty = (counts: Counts): boolean => Object.values(counts).every((value) => value === 0);
const listNames = (metrics: readonly Metric[]): string => metrics.map(({ name }) => name).join(", ");
