import { ProblemCollector } from "../problem-collector.js";
import { formatValue, getList, getMap, getString, getValue, walkMaps, type YamlValue } from "../yaml-values.js";
import {
  type Cluster,
  filterByKind,
  formatTitle,
  getKind,
  getName,
  listPortNames,
  type Manifest,
  matchesLabels,
  type Workload,
} from "./cluster.js";

/** References between objects that lead nowhere: selectors without pods, ports that no pod has, names that do not exist. */
export function findReferenceProblems(cluster: Cluster): string[] {
  const checkAll = (kind: string, findProblems: (cluster: Cluster, manifest: Manifest) => string[]) =>
    filterByKind(cluster, kind).flatMap((manifest) => findProblems(cluster, manifest));
  return [
    ...cluster.workloads.flatMap(findOwnSelectorProblems),
    ...checkAll("Service", findServiceProblems),
    ...checkAll("PodDisruptionBudget", findBudgetProblems),
    ...checkAll("PodMonitor", findMonitorProblems),
    ...checkAll("NetworkPolicy", findNetworkPolicyProblems),
    ...checkAll("HorizontalPodAutoscaler", findScalerProblems),
    ...cluster.workloads.flatMap((workload) => findConfigMapProblems(cluster, workload)),
    ...cluster.workloads.flatMap(findOptionalSecrets),
    ...filterByKind(cluster, "Secret").map(
      (secret) => `${formatTitle(secret)}: data: no secret may be in the repository`,
    ),
  ];
}

function findOwnSelectorProblems({ manifest, labels }: Workload): string[] {
  if (["Job", "CronJob"].includes(getKind(manifest)) || matchesLabels(getValue(manifest, "spec", "selector"), labels))
    return [];
  return [`${formatTitle(manifest)}: spec.selector does not select its own pods`];
}

const filterSelected = (cluster: Cluster, manifest: Manifest, field: string): Workload[] =>
  cluster.workloads.filter(({ labels }) => matchesLabels(getValue(manifest, "spec", field), labels));

function findServiceProblems(cluster: Cluster, service: Manifest): string[] {
  const collector = new ProblemCollector(`${formatTitle(service)}: `);
  const targets = filterSelected(cluster, service, "selector");
  const titles = targets.map(({ manifest }) => formatTitle(manifest)).join(" and ");
  collector.addIf(targets.length === 0, "spec.selector selects no pods");
  collector.addIf(targets.length > 1, `spec.selector selects the pods of ${titles}`);
  for (const port of getList(service, "spec", "ports")) {
    const target = getString(port, "targetPort");
    const isKnown = targets.every((workload) => listPortNames(workload).includes(target));
    collector.addIf(!isKnown, `spec.ports[${getString(port, "name")}].targetPort ${target} is not a port of its pods`);
  }
  return collector.problems;
}

function findBudgetProblems(cluster: Cluster, budget: Manifest): string[] {
  const isEmpty = filterSelected(cluster, budget, "selector").length === 0;
  return isEmpty ? [`${formatTitle(budget)}: spec.selector selects no pods`] : [];
}

function findMonitorProblems(cluster: Cluster, monitor: Manifest): string[] {
  const collector = new ProblemCollector(`${formatTitle(monitor)}: `);
  const targets = filterSelected(cluster, monitor, "selector");
  collector.addIf(targets.length === 0, "spec.selector selects no pods");
  for (const endpoint of getList(monitor, "spec", "podMetricsEndpoints")) {
    const port = getString(endpoint, "port");
    const isKnown = targets.every((workload) => listPortNames(workload).includes(port));
    collector.addIf(!isKnown, `spec.podMetricsEndpoints.port ${port} is not a port of its pods`);
  }
  return collector.problems;
}

function findNetworkPolicyProblems(cluster: Cluster, policy: Manifest): string[] {
  const collector = new ProblemCollector(`${formatTitle(policy)}: `);
  collector.addIf(filterSelected(cluster, policy, "podSelector").length === 0, "spec.podSelector selects no pods");
  for (const direction of ["ingress", "egress"])
    for (const rule of getList(policy, "spec", direction)) addRuleProblems(cluster, direction, rule, collector);
  return collector.problems;
}

function addRuleProblems(cluster: Cluster, direction: string, rule: YamlValue, collector: ProblemCollector): void {
  const portNames = cluster.workloads.flatMap(listPortNames);
  for (const entry of getList(rule, "ports")) {
    const port = getValue(entry, "port");
    const isUnknown = typeof port === "string" && !portNames.includes(port);
    collector.addIf(isUnknown, `spec.${direction}.ports: no pod has a port ${formatValue(port)}`);
  }
  for (const peer of [...getList(rule, "from"), ...getList(rule, "to")]) {
    // With a namespaceSelector the peer is in another namespace, and its pods are not among our manifests.
    if (!getValue(peer, "podSelector") || getValue(peer, "namespaceSelector")) continue;
    const isKnown = cluster.workloads.some(({ labels }) => matchesLabels(getValue(peer, "podSelector"), labels));
    collector.addIf(!isKnown, `spec.${direction}: a podSelector selects no pods`);
  }
}

function findScalerProblems(cluster: Cluster, scaler: Manifest): string[] {
  const { kind, name } = getMap(scaler, "spec", "scaleTargetRef");
  const collector = new ProblemCollector(`${formatTitle(scaler)}: `);
  const hasTarget = cluster.workloads.some(({ manifest }) => manifest["kind"] === kind && getName(manifest) === name);
  collector.addIf(!hasTarget, `spec.scaleTargetRef: there is no ${formatValue(kind)} ${formatValue(name)}`);
  const minReplicas = Number(getValue(scaler, "spec", "minReplicas") ?? 1);
  const maxReplicas = Number(getValue(scaler, "spec", "maxReplicas"));
  collector.addIf(minReplicas < 2, `spec.minReplicas is ${minReplicas}`);
  collector.addIf(maxReplicas < minReplicas, `spec.maxReplicas ${maxReplicas} is below minReplicas ${minReplicas}`);
  return collector.problems;
}

function findConfigMapProblems(cluster: Cluster, { manifest, pod }: Workload): string[] {
  const names = filterByKind(cluster, "ConfigMap").map(getName);
  const fields = ["configMapRef", "configMapKeyRef", "configMap"];
  return [...walkMaps(pod)]
    .filter(({ field, map }) => fields.includes(field) && !names.includes(getString(map, "name")))
    .map(({ field, map }) => `${formatTitle(manifest)}: ${field}: there is no ConfigMap ${getString(map, "name")}`);
}

/** A pod without its password would start and fail later, at its first use. */
function findOptionalSecrets({ manifest, pod }: Workload): string[] {
  return [...walkMaps(pod)]
    .filter(({ field, map }) => ["secretKeyRef", "secretRef", "secret"].includes(field) && map["optional"] === true)
    .map(({ field, map }) => {
      const name = getString(map, "name") || getString(map, "secretName");
      return `${formatTitle(manifest)}: ${field}: ${name} is optional: without it the pod would start`;
    });
}
