import { ProblemCollector } from "../problem-collector.js";
import { formatValue, getList, getMap, getString, getValue, type YamlMap } from "../yaml-values.js";
import {
  type Cluster,
  filterByKind,
  formatTitle,
  getName,
  listPortNames,
  matchesLabels,
  type Workload,
} from "./cluster.js";

/** How long a program lets running calls finish after SIGTERM, and what closing its connections may take. */
const drainMs = 20_000;
const closingMs = 5_000;
const probePaths = { startupProbe: "/livez", readinessProbe: "/readyz", livenessProbe: "/livez" };

/** What a Deployment needs to stay available during a rollout, the loss of a node and a load peak. */
export function findDeploymentProblems(cluster: Cluster): string[] {
  const titles = cluster.manifests.map(formatTitle);
  const duplicates = titles.filter((title, index) => titles.indexOf(title) !== index);
  const deployments = cluster.workloads.filter(({ manifest }) => manifest["kind"] === "Deployment");
  return [
    ...duplicates.map((title) => `${title}: metadata.name is used twice`),
    ...deployments.flatMap((deployment) => [
      ...findReplicaProblems(cluster, deployment),
      ...findDisruptionProblems(cluster, deployment),
      ...findProbeProblems(deployment),
    ]),
  ];
}

function findReplicaProblems(cluster: Cluster, { manifest }: Workload): string[] {
  const collector = new ProblemCollector(`${formatTitle(manifest)}: `);
  const scaler = filterByKind(cluster, "HorizontalPodAutoscaler").find(
    (hpa) => getString(hpa, "spec", "scaleTargetRef", "name") === getName(manifest),
  );
  const ownReplicas = getValue(manifest, "spec", "replicas");
  const replicas = Number(ownReplicas ?? getValue(scaler, "spec", "minReplicas") ?? 1);
  collector.addIf(replicas < 2, `spec.replicas is ${replicas}: a rollout or the loss of a node would interrupt it`);
  collector.addIf(
    Boolean(scaler) && ownReplicas !== undefined,
    "spec.replicas is set, and a HorizontalPodAutoscaler sets it as well",
  );
  return collector.problems;
}

function findDisruptionProblems(cluster: Cluster, { manifest, pod, labels }: Workload): string[] {
  const collector = new ProblemCollector(`${formatTitle(manifest)}: `);
  const rollingUpdate = getMap(manifest, "spec", "strategy", "rollingUpdate");
  collector.addIf(rollingUpdate["maxUnavailable"] !== 0, "spec.strategy.rollingUpdate.maxUnavailable is not 0");

  const spread = getList(pod, "topologySpreadConstraints");
  collector.addIf(spread.length === 0, "spec.template.spec.topologySpreadConstraints is missing");
  for (const constraint of spread)
    collector.addIf(
      !matchesLabels(getValue(constraint, "labelSelector"), labels),
      "spec.template.spec.topologySpreadConstraints.labelSelector does not select its own pods",
    );

  const budgets = filterByKind(cluster, "PodDisruptionBudget");
  const hasBudget = budgets.some((budget) => matchesLabels(getValue(budget, "spec", "selector"), labels));
  collector.addIf(!hasBudget, "metadata.labels: no PodDisruptionBudget selects its pods");
  const account = getString(pod, "serviceAccountName");
  const hasAccount = filterByKind(cluster, "ServiceAccount").some((found) => getName(found) === account);
  collector.addIf(
    !hasAccount,
    `spec.template.spec.serviceAccountName: there is no ServiceAccount ${account || "(missing)"}`,
  );

  const graceMs = Number(pod["terminationGracePeriodSeconds"] ?? 30) * 1000;
  const shutdownMs = getShutdownDelayMs(cluster) + drainMs;
  collector.addIf(
    graceMs < shutdownMs + closingMs,
    `spec.template.spec.terminationGracePeriodSeconds is ${graceMs / 1000}, too short for a shutdown of ${shutdownMs / 1000} s`,
  );
  return collector.problems;
}

function getShutdownDelayMs(cluster: Cluster): number {
  const values = filterByKind(cluster, "ConfigMap").map((map) => getValue(map, "data", "SHUTDOWN_DELAY_MS"));
  return Number(values.find((value) => value !== undefined) ?? 5000);
}

function findProbeProblems(workload: Workload): string[] {
  const [container]: Array<YamlMap | undefined> = workload.containers;
  const collector = new ProblemCollector(
    `${formatTitle(workload.manifest)}: spec.template.spec.containers[${getString(container, "name")}].`,
  );
  for (const [probe, path] of Object.entries(probePaths)) {
    if (!getValue(container, probe)) {
      collector.add(`${probe} is missing`);
      continue;
    }
    const request = getMap(container, probe, "httpGet");
    collector.addIf(request["path"] !== path, `${probe}.httpGet.path is ${formatValue(request["path"])}, not ${path}`);
    const port = formatValue(request["port"]);
    collector.addIf(
      !listPortNames(workload).includes(port),
      `${probe}.httpGet.port ${port} is not a port of the container`,
    );
  }
  return collector.problems;
}
