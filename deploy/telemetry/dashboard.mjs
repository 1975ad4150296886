// Writes the Grafana dashboard from dashboard-panels.mjs and the declarations of the metrics. `npm run generate` runs it.
import { rows } from "./dashboard-panels.mjs";
import { readMetricDeclarations } from "./metric-declarations.mjs";

const columns = 24;
const height = 8;
const datasource = { type: "prometheus", uid: "${datasource}" };

export function renderDashboard() {
  const declared = readMetricDeclarations();
  const panels = [];
  let y = 0;
  for (const row of rows) {
    panels.push({
      type: "row",
      title: row.title,
      collapsed: false,
      gridPos: { h: 1, w: columns, x: 0, y },
      panels: [],
    });
    y += 1;
    let x = 0;
    for (const panel of row.panels) {
      if (x + panel.width > columns) [x, y] = [0, y + height];
      panels.push(createPanel(panel, { h: height, w: panel.width, x, y }, declared));
      x += panel.width;
    }
    y += height;
  }
  const numbered = panels.map((panel, index) => ({ id: index + 1, ...panel }));
  return `${JSON.stringify({ ...frame, panels: numbered }, null, 2)}\n`;
}

function createPanel({ title, description, unit, limit, queries }, gridPos, declared) {
  const custom = { fillOpacity: 8, showPoints: "never" };
  const line = limit !== undefined && {
    custom: { ...custom, thresholdsStyle: { mode: "line" } },
    thresholds: {
      mode: "absolute",
      steps: [
        { color: "green", value: null },
        { color: "red", value: limit },
      ],
    },
  };
  return {
    type: "timeseries",
    title,
    description: description ?? findHelp(queries[0][0], declared),
    datasource,
    gridPos,
    fieldConfig: { defaults: { unit, min: 0, custom, ...line }, overrides: [] },
    options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi", sort: "desc" } },
    targets: queries.map(([expr, legendFormat], index) => ({ refId: "ABCDEF"[index], expr, legendFormat })),
  };
}

/** A histogram has its samples under three names. */
function findHelp(expression, declared) {
  const [name = ""] = /tenantops_[a-z0-9_]+/.exec(expression) ?? [];
  const help = declared.get(name) ?? declared.get(name.replace(/_(bucket|count|sum)$/, ""));
  if (name && !help) throw new Error(`no process declares the metric ${name}`);
  return help;
}

const frame = {
  uid: "tenant-ops",
  title: "Tenant operations",
  description:
    "Rate, errors and duration per tool and per rpc; saturation; delay of outbox and webhooks. docs/telemetry.md explains the metrics.",
  tags: ["tenant-ops"],
  schemaVersion: 39,
  version: 1,
  editable: true,
  graphTooltip: 1,
  refresh: "30s",
  time: { from: "now-1h", to: "now" },
  timezone: "",
  templating: {
    list: [
      { name: "datasource", label: "Prometheus", type: "datasource", query: "prometheus", refresh: 1 },
      {
        name: "service",
        label: "Service",
        type: "query",
        datasource,
        query: { query: "label_values(tenantops_in_flight, service)", refId: "service" },
        refresh: 2,
        multi: true,
        includeAll: true,
        allValue: ".*",
        current: { text: "All", value: "$__all" },
      },
    ],
  },
  annotations: { list: [] },
};
