import { cutText } from "../../texts/cut-text.js";

/**
 * A collection of analytics: what a service counts, and by which dimensions. Its counters are increments; what a person reads is made of them by
 * formulas (`rest/src/analytics`).
 */
export interface CountedCollection<Dimension extends string = string, Counter extends string = string> {
  /** `withdrawals` */
  name: string;
  dimensions: readonly Dimension[];
  counters: readonly Counter[];
  /**
   * Counters whose sum over all time is what there is now, such as units in stock. They are answered as a level: what there was at the end of an
   * interval (`queryLevels`).
   */
  levels?: readonly NoInfer<Counter>[];
}

export type DimensionValues<Dimension extends string> = Readonly<Record<Dimension, string>>;

/** Longer values are cut: they are texts that visitors sent. */
const valueLengthMax = 100;

/** The values in the order of the dimensions. */
export function toValues<Dimension extends string>(
  { dimensions }: CountedCollection<Dimension>,
  values: DimensionValues<Dimension>,
): string[] {
  return dimensions.map((dimension) => cutText(values[dimension], valueLengthMax));
}

/** The opposite of `toValues`. */
export function toDimensionValues<Dimension extends string>(
  { dimensions }: CountedCollection<Dimension>,
  values: readonly string[],
): DimensionValues<Dimension> {
  return Object.fromEntries(
    dimensions.map((dimension, index) => [dimension, values[index] ?? ""]),
  ) as DimensionValues<Dimension>;
}
