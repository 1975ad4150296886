import { expect, test } from "vitest";
import { listQueriedMetrics } from "../../e2e/support/mesh/metrics.js";
import { renderDashboard } from "./dashboard.mjs";
import { readMetricDeclarations } from "./metric-declarations.mjs";
import { readAlerts, readRecordingRules } from "./rules.js";

interface Panel {
  title: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}

const { panels } = JSON.parse(renderDashboard()) as { panels: Panel[] };
const declared = readMetricDeclarations();
const toDeclared = (metric: string) => (declared.has(metric) ? metric : metric.replace(/_(bucket|count|sum)$/, ""));
const listOurs = (expressions: string[]) =>
  expressions
    .flatMap(listQueriedMetrics)
    .map(({ metric }) => toDeclared(metric))
    .filter((metric) => metric.startsWith("tenantops_"));
const shown = new Set(listOurs(panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))));

/** Metrics of the backup job, which is not one of our processes. */
const reportedByBackups = "tenantops_backup_last_success_timestamp_seconds";

test("every metric that our processes declare is on the dashboard, and nothing else", () => {
  expect(declared.size).toBeGreaterThan(30);
  expect([...declared.keys()].filter((name) => !shown.has(name))).toEqual([]);
  expect([...shown].filter((name) => !declared.has(name))).toEqual([]);
});

test("alerts and recording rules use only metrics that our processes declare", () => {
  const used = listOurs([...readAlerts(), ...readRecordingRules()].map(({ expr }) => expr));
  expect(used.filter((name) => !declared.has(name) && name !== reportedByBackups)).toEqual([]);
});

test("no panel covers another one, and each of a metric of ours says what it shows", () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  const silent = panels.filter(
    ({ targets = [], description }) => targets.some(({ expr }) => expr.includes("tenantops_")) && !description,
  );
  expect(silent.map(({ title }) => title)).toEqual([]);
});
