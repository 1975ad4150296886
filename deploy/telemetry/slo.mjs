// Writes slo.yaml: what share of the work has to be good (service level objectives), and alerts when it is used up too fast.
// The method is that of chapter 5 of Google's SRE workbook: an alert needs a long window, so that it means something, and a
// short one, so that it ends soon after the cause. `npm run generate` runs this file.
import { stringify } from "yaml";

const runbook = "https://github.com/your-organisation/tenant-ops/blob/main/docs/runbooks/ErrorBudgets.md";
/** Windows of the ratios. */
const windows = ["5m", "30m", "1h", "2h", "6h", "1d", "3d"];
/** Fewer than this in a long window raise no alert: in a quiet night a single slow request would be more than 14 % of an hour. */
const badMin = 10;
/** A bound of a bucket: our processes write `1`, and Prometheus 3 stores `1.0` (https://prometheus.io/docs/prometheus/latest/migration). */
const upTo = (seconds) => `le=~"${seconds}([.]0)?"`;

/**
 * The objectives: the share of all work that has to be good within 30 days, and two expressions with `$window`: the work that was not good, and all work.
 */
export const objectives = [
  {
    name: "requests",
    alert: "TenantOpsRequestBudget",
    objective: 0.999,
    what: "requests at the gateway end with 5xx",
    bad: 'sum(rate(tenantops_http_seconds_count{service="gateway",status=~"5.."}[$window]))',
    all: 'sum(rate(tenantops_http_seconds_count{service="gateway"}[$window]))',
  },
  {
    name: "tools",
    alert: "TenantOpsToolBudget",
    objective: 0.999,
    what: "tool calls fail with a server error",
    // A failed JSON-RPC call has HTTP status 200, so requests alone do not show it.
    bad: 'sum(rate(tenantops_tool_seconds_count{code=~"internal_server_error|service_unavailable|overloaded|deadline_exceeded"}[$window]))',
    all: "sum(rate(tenantops_tool_seconds_count[$window]))",
  },
  {
    name: "latency",
    alert: "TenantOpsLatencyBudget",
    objective: 0.99,
    what: "requests at the gateway take longer than one second",
    bad:
      'sum(rate(tenantops_http_seconds_count{service="gateway"}[$window]))' +
      ` - sum(rate(tenantops_http_seconds_bucket{service="gateway",${upTo(1)}}[$window]))`,
    all: 'sum(rate(tenantops_http_seconds_count{service="gateway"}[$window]))',
  },
  {
    name: "events",
    alert: "TenantOpsEventBudget",
    objective: 0.99,
    what: "events are processed later than ten seconds after they happened",
    bad: `sum(rate(tenantops_event_lag_seconds_count[$window])) - sum(rate(tenantops_event_lag_seconds_bucket{${upTo(10)}}[$window]))`,
    all: "sum(rate(tenantops_event_lag_seconds_count[$window]))",
  },
  {
    name: "webhooks",
    alert: "TenantOpsWebhookBudget",
    objective: 0.99,
    what: "deliveries are first attempted later than one minute after their event",
    // Not the time until a receiver has accepted it, which depends on the receiver.
    bad:
      "sum(rate(tenantops_webhook_first_attempt_seconds_count[$window]))" +
      ` - sum(rate(tenantops_webhook_first_attempt_seconds_bucket{${upTo(60)}}[$window]))`,
    all: "sum(rate(tenantops_webhook_first_attempt_seconds_count[$window]))",
  },
];

/** `burn`: how many times faster than in 30 days the budget is used up. */
const speeds = [
  {
    severity: "critical",
    for: "2m",
    pairs: [
      ["1h", "5m", 14.4],
      ["6h", "30m", 6],
    ],
    spent: "2 % of it in an hour, or 5 % in six",
  },
  {
    severity: "warning",
    for: "15m",
    pairs: [
      ["1d", "2h", 3],
      ["3d", "6h", 1],
    ],
    spent: "10 % of it in a day or in three",
  },
];

const longWindows = { "1h": 3600, "6h": 6 * 3600, "1d": 86_400, "3d": 3 * 86_400 };

const nameRatio = (window) => `tenantops:slo_bad:ratio_rate${window}`;
const nameCount = (window) => `tenantops:slo_bad:increase${window}`;

function createRecordingRules({ name, bad, all }) {
  const labels = { slo: name };
  const ratios = windows.map((window) => ({
    record: nameRatio(window),
    // Without `or` there is no ratio before the first failure, because the series does not exist until then.
    expr: `((${bad}) or 0 * ${all}) / (${all} > 0)`.replaceAll("$window", window),
    labels,
  }));
  const counts = Object.entries(longWindows).map(([window, seconds]) => ({
    record: nameCount(window),
    expr: `(${bad}) * ${seconds}`.replaceAll("$window", window),
    labels,
  }));
  return [...ratios, ...counts];
}

function createAlerts({ name, alert, objective, what }) {
  const budget = Number((1 - objective).toFixed(6));
  return speeds.map(({ severity, for: lasts, pairs, spent }) => ({
    alert,
    expr: pairs
      .map(([long, short, burn]) => {
        const limit = Number((burn * budget).toFixed(6));
        const above = (window) => `${nameRatio(window)}{slo="${name}"} > ${limit}`;
        return `(${above(long)} and ${above(short)} and ${nameCount(long)}{slo="${name}"} >= ${badMin})`;
      })
      .join("\n  or "),
    for: lasts,
    labels: { severity },
    annotations: {
      summary: `{{ $value | humanizePercentage }} of all ${what}`,
      description:
        `The objective is ${(objective * 100).toFixed(1)} % in 30 days. At this speed the error budget is used up early: ${spent}. ` +
        "The runbook says how to find which part causes it, and who has to know.",
      runbook_url: runbook,
    },
  }));
}

export function renderObjectives() {
  const groups = [
    { name: "tenant-ops-objectives", rules: objectives.flatMap(createRecordingRules) },
    { name: "tenant-ops-budgets", rules: objectives.flatMap(createAlerts) },
  ];
  return `# Written by \`npm run generate\` from deploy/telemetry/slo.mjs. Do not edit.\n${stringify({ groups }, { lineWidth: 0, aliasDuplicateObjects: false })}`;
}
