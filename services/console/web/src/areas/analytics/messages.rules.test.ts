import { analyticsCollections } from "@tenant-ops/rest/analytics";
import { expect, test } from "vitest";
import { en } from "./messages/en.js";
import { es } from "./messages/es.js";
import { pt } from "./messages/pt.js";

test.each([
  ["en", en],
  ["es", es],
  ["pt", pt],
])("everything that is counted has a name in %s", (_language, { collections, dimensions, units }) => {
  const missing = analyticsCollections.flatMap(({ name, metrics, dimensions: own }) => [
    ...(collections[name] ? [] : [name]),
    ...metrics.filter((metric) => !collections[name]?.metrics[metric.name]).map((metric) => `${name}.${metric.name}`),
    ...metrics.filter(({ unit }) => !units[unit]).map(({ unit }) => `unit ${unit}`),
    ...own.filter((dimension) => !dimensions[dimension]).map((dimension) => `dimension ${dimension}`),
  ]);
  expect(missing).toEqual([]);
});
