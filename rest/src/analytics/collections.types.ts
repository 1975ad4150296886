import type { CountedCollection } from "@tenant-ops/kit/data";

/** How a metric follows from counters. */
export type Formula<Counter extends string = string> =
  /** The sum of a counter: it adds up over intervals and values. */
  | { kind: "sum"; counter: Counter }
  /** Percent, 0 to 100: both parts are summed before they are divided. */
  | { kind: "percentage"; part: Counter; whole: Counter }
  /** The mean of what was summed up, per one of `count`. */
  | { kind: "mean"; sum: Counter; count: Counter }
  /** A number of different visitors: those of two days may be the same, so it is answered per day only. */
  | { kind: "distinct"; counter: Counter }
  /** What there is at the end of an interval, or now: it adds up over values, and not over time. Its total is that of the last interval. */
  | { kind: "level"; counter: Counter }
  /** The value that `percent` of what was counted do not exceed, from a histogram: see `Bucket`. */
  | { kind: "percentile"; percent: number; buckets: readonly Bucket<Counter>[] };

/**
 * A counter of a histogram: what was above the `to` of the bucket before it, and at most its own `to`. Bounds are fixed, so histograms of any times and
 * values add up, and a percentile of them all is as exact as one of an hour: it lies in the same bucket as the true value.
 */
export interface Bucket<Counter extends string = string> {
  counter: Counter;
  to: number;
}

export interface Metric<Counter extends string = string> {
  name: string;
  /** What one of it is: `units`, `percent`, `points`. */
  unit: string;
  /** One sentence: what is counted, and by which time. */
  meaning: string;
  /** Which direction is good for the business. */
  better: "more" | "less";
  formula: Formula<Counter>;
  /** It can still rise for a time that is over, while there is more of `of` than of `done`: a prize of March is claimed in April. */
  matures?: { of: Counter; done: readonly Counter[] };
}

/** A collection of analytics as agents and people see it. */
export interface AnalyticsCollection<
  Dimension extends string = string,
  Counter extends string = string,
> extends CountedCollection<Dimension, Counter> {
  /** The service that counts it. */
  service: string;
  /** The scope of the key that may read it. */
  scope: string;
  /** One sentence. */
  meaning: string;
  /** One sentence per dimension: what its values are. */
  dimensionMeanings: Readonly<Record<Dimension, string>>;
  metrics: readonly Metric<Counter>[];
}

export const defineCollection = <const Dimension extends string, const Counter extends string>(
  collection: AnalyticsCollection<Dimension, Counter>,
): AnalyticsCollection<Dimension, Counter> => collection;

/** Whether a metric is answered by the day only. */
export const isDaily = ({ formula }: Pick<Metric, "formula">): boolean => formula.kind === "distinct";

/** Whether the values of a metric may be added up. */
export const isAdditive = ({ formula }: Pick<Metric, "formula">): boolean => formula.kind === "sum";
