// The alert and recording rules as the custom resource of the Prometheus operator, and the dashboard. `npm run generate` writes them.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { renderDashboard } from "./dashboard.mjs";
import { renderObjectives } from "./slo.mjs";

const notice = "# Written by `npm run generate` from deploy/telemetry. Do not edit.\n";

/** The files that are made of the rules and of the declarations of metrics, by their paths in the repository. */
export async function renderTelemetryFiles() {
  const objectives = renderObjectives();
  const alerts = await readFile(join(import.meta.dirname, "alerts.yaml"), "utf8");
  const groups = [alerts, objectives].flatMap((text) => parse(text).groups);
  const resource = {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "PrometheusRule",
    metadata: { name: "tenant-ops", labels: { "app.kubernetes.io/part-of": "tenant-ops" } },
    spec: { groups },
  };
  return {
    "deploy/telemetry/slo.yaml": objectives,
    "deploy/kubernetes/components/dashboards/tenant-ops.json": renderDashboard(),
    "deploy/kubernetes/components/alerts/prometheus-rule.yaml":
      notice + stringify(resource, { lineWidth: 0, aliasDuplicateObjects: false }),
  };
}
