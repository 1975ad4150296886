import { type AnalyticsCollection, isAdditive, isDaily, type Metric } from "@tenant-ops/rest/analytics";

export function describeMetric(metric: Metric) {
  const { name, unit, meaning: formula, better } = metric;
  return { name, unit, formula, better, additive: isAdditive(metric), daily: isDaily(metric) };
}

export function describeCollection(
  { name, meaning, metrics, dimensions, dimensionMeanings }: AnalyticsCollection,
  days: { firstDay: string; lastDay: string },
) {
  return {
    name,
    meaning,
    metrics: metrics.map(describeMetric),
    dimensions: dimensions.map((dimension) => ({ name: dimension, meaning: dimensionMeanings[dimension] ?? "" })),
    ...days,
  };
}
