// The table of docs/analytics.md: collections, metrics and dimensions. Pure functions.
import { renderTable } from "./generated-docs.mjs";

/** @param collections of rest/src/analytics */
export function renderAnalyticsCollections(collections) {
  return collections
    .map(({ name, service, scope, meaning, dimensions, dimensionMeanings, metrics }) => {
      const rows = metrics.map((metric) => [
        `\`${metric.name}\``,
        metric.unit,
        metric.meaning,
        describeAdding(metric.formula.kind),
        metric.matures ? "yes" : "",
      ]);
      const values = dimensions.map((dimension) => `- \`${dimension}\`: ${dimensionMeanings[dimension]}`);
      return [
        `### ${name}`,
        `${meaning} Counted by ${service}; the key needs \`${scope}\` as well.`,
        renderTable(["Metric", "Unit", "What", "Over time and groups", "Matures"], rows),
        values.join("\n"),
      ].join("\n\n");
    })
    .join("\n\n");
}

const adding = {
  sum: "adds up",
  percentage: "computed from its summed parts",
  mean: "computed from its summed parts",
  percentile: "computed from summed histograms",
  level: "the last one counts",
  distinct: "per day only",
};

function describeAdding(kind) {
  const words = adding[kind];
  if (!words) throw new Error(`no words for the formula ${kind}`);
  return words;
}
