import { complainer } from "./pod-policies.js";
import { at, fieldsAt, fieldsWithin, listAt, type Manifest, nameOf, shown, textAt, titleOf } from "./values.js";
import { type Cluster, ofKind, portNames, selects, type Workload } from "./workloads.js";

/** Whatever one object says of another is true: selectors select, ports exist, names lead somewhere. */
export function referenceProblems(cluster: Cluster): string[] {
  return [
    ...cluster.workloads.flatMap(ofOwnSelector),
    ...ofKind(cluster, "Service").flatMap((service) => ofService(cluster, service)),
    ...ofKind(cluster, "PodDisruptionBudget").flatMap((pdb) => ofSelector(cluster, pdb, "selector")),
    ...ofKind(cluster, "PodMonitor").flatMap((monitor) => ofMonitor(cluster, monitor)),
    ...ofKind(cluster, "NetworkPolicy").flatMap((policy) => ofPolicy(cluster, policy)),
    ...ofKind(cluster, "HorizontalPodAutoscaler").flatMap((hpa) => ofScaler(cluster, hpa)),
    ...cluster.workloads.flatMap((workload) => ofConfigMaps(cluster, workload)),
    ...ofKind(cluster, "Secret").map((secret) => `${titleOf(secret)}: data: secrets are named here, never kept here`),
  ];
}

function ofOwnSelector({ object, labels }: Workload): string[] {
  if (object["kind"] === "Job" || selects(at(object, "spec", "selector"), labels)) return [];
  return [`${titleOf(object)}: spec.selector does not select its own pods`];
}

const selected = (cluster: Cluster, object: Manifest, field: string): Workload[] =>
  cluster.workloads.filter(({ labels }) => selects(at(object, "spec", field), labels));

function ofSelector(cluster: Cluster, object: Manifest, field: string): string[] {
  return selected(cluster, object, field).length === 0 ? [`${titleOf(object)}: spec.${field} selects no pods`] : [];
}

function ofService(cluster: Cluster, service: Manifest): string[] {
  const complain = complainer(`${titleOf(service)}:`);
  const targets = selected(cluster, service, "selector");
  complain(targets.length === 0, "spec.selector selects no pods");
  complain(
    targets.length > 1,
    `spec.selector selects the pods of ${targets.map(({ object }) => titleOf(object)).join(" and ")}`,
  );
  for (const port of listAt(service, "spec", "ports")) {
    const target = textAt(port, "targetPort");
    const isThere = targets.every((workload) => portNames(workload).includes(target));
    complain(!isThere, `spec.ports[${textAt(port, "name")}].targetPort ${target} is no port of its pods`);
  }
  return complain.problems;
}

function ofMonitor(cluster: Cluster, monitor: Manifest): string[] {
  const complain = complainer(`${titleOf(monitor)}:`);
  const targets = selected(cluster, monitor, "selector");
  complain(targets.length === 0, "spec.selector selects no pods");
  for (const { port } of listAt(monitor, "spec", "podMetricsEndpoints").map((end) => ({ port: textAt(end, "port") })))
    complain(
      !targets.every((workload) => portNames(workload).includes(port)),
      `spec.podMetricsEndpoints.port ${port} is no port of its pods`,
    );
  return complain.problems;
}

function ofPolicy(cluster: Cluster, policy: Manifest): string[] {
  const complain = complainer(`${titleOf(policy)}:`);
  complain(selected(cluster, policy, "podSelector").length === 0, "spec.podSelector selects no pods");
  const all = cluster.workloads.flatMap(portNames);
  for (const direction of ["ingress", "egress"]) {
    for (const rule of listAt(policy, "spec", direction)) {
      for (const port of listAt(rule, "ports")) {
        const named = at(port, "port");
        complain(
          typeof named === "string" && !all.includes(named),
          `spec.${direction}.ports: no pod has a port ${shown(named)}`,
        );
      }
      for (const peer of [...listAt(rule, "from"), ...listAt(rule, "to")]) {
        // Pods of other namespaces are not ours to know.
        if (!at(peer, "podSelector") || at(peer, "namespaceSelector")) continue;
        const known = cluster.workloads.some(({ labels }) => selects(at(peer, "podSelector"), labels));
        complain(!known, `spec.${direction}: a podSelector selects no pods`);
      }
    }
  }
  return complain.problems;
}

function ofScaler(cluster: Cluster, hpa: Manifest): string[] {
  const { kind, name } = fieldsAt(hpa, "spec", "scaleTargetRef");
  const complain = complainer(`${titleOf(hpa)}:`);
  const target = cluster.workloads.find(({ object }) => object["kind"] === kind && nameOf(object) === name);
  complain(!target, `spec.scaleTargetRef: there is no ${shown(kind)} ${shown(name)}`);
  const [least, most] = [Number(at(hpa, "spec", "minReplicas") ?? 1), Number(at(hpa, "spec", "maxReplicas"))];
  complain(least < 2, `spec.minReplicas is ${least}`);
  complain(most < least, `spec.maxReplicas ${most} is below minReplicas ${least}`);
  return complain.problems;
}

function ofConfigMaps(cluster: Cluster, { object, pod }: Workload): string[] {
  const names = ofKind(cluster, "ConfigMap").map(nameOf);
  const named = [...fieldsWithin(pod)].filter(({ field }) =>
    ["configMapRef", "configMapKeyRef", "configMap"].includes(field),
  );
  return named
    .filter(({ fields }) => !names.includes(textAt(fields, "name")))
    .map(({ field, fields }) => `${titleOf(object)}: ${field}: there is no ConfigMap ${textAt(fields, "name")}`);
}
