import { ProblemCollector } from "../problem-collector.js";
import { getList, getMap, getString, getValue, type YamlMap } from "../yaml-values.js";
import { type Cluster, formatTitle, type Workload } from "./cluster.js";

/** Policies for every pod: our programs and the demo's MongoDB and NATS. */
export function findPodProblems(cluster: Cluster): string[] {
  return cluster.workloads.flatMap((workload) => [
    ...findPodSpecProblems(workload),
    ...workload.containers.flatMap((container) => findContainerProblems(workload, container)),
  ]);
}

function findPodSpecProblems({ manifest, pod, containers }: Workload): string[] {
  const collector = new ProblemCollector(`${formatTitle(manifest)}: spec.template.spec.`);
  const security = getMap(pod, "securityContext");
  collector.addIf(containers.length === 0, "containers is empty");
  collector.addIf(pod["automountServiceAccountToken"] !== false, "automountServiceAccountToken is not false");
  collector.addIf(
    pod["enableServiceLinks"] !== false,
    "enableServiceLinks is not false: Kubernetes would add variables that our programs could read as settings",
  );
  collector.addIf(security["runAsNonRoot"] !== true, "securityContext.runAsNonRoot is not true");
  collector.addIf(!(Number(security["runAsUser"]) > 0), "securityContext.runAsUser is root or missing");
  collector.addIf(
    getString(security, "seccompProfile", "type") !== "RuntimeDefault",
    "securityContext.seccompProfile is not RuntimeDefault",
  );
  for (const field of ["hostNetwork", "hostPID", "hostIPC"]) collector.addIf(Boolean(pod[field]), `${field} is set`);
  for (const volume of getList(pod, "volumes"))
    collector.addIf(getValue(volume, "hostPath") !== undefined, "volumes has a hostPath");
  return collector.problems;
}

function findContainerProblems({ manifest }: Workload, container: YamlMap): string[] {
  const collector = new ProblemCollector(
    `${formatTitle(manifest)}: spec.template.spec.containers[${getString(container, "name")}].`,
  );
  const image = getString(container, "image");
  collector.addIf(!/[:@][^/]+$/.test(image) || image.endsWith(":latest"), `image ${image} has no version`);

  const security = getMap(container, "securityContext");
  collector.addIf(
    security["allowPrivilegeEscalation"] !== false,
    "securityContext.allowPrivilegeEscalation is not false",
  );
  collector.addIf(security["readOnlyRootFilesystem"] !== true, "securityContext.readOnlyRootFilesystem is not true");
  collector.addIf(security["privileged"] === true, "securityContext.privileged is true");
  const runsAsRoot = security["runAsUser"] === 0 || security["runAsNonRoot"] === false;
  collector.addIf(runsAsRoot, "securityContext.runAsUser is root");
  const { drop, add } = getMap(security, "capabilities");
  collector.addIf(!Array.isArray(drop) || !drop.includes("ALL"), "securityContext.capabilities.drop lacks ALL");
  collector.addIf(add !== undefined, "securityContext.capabilities.add is set");

  const { requests, limits } = getMap(container, "resources");
  collector.addIf(getValue(requests, "cpu") === undefined, "resources.requests.cpu is missing");
  collector.addIf(getValue(requests, "memory") === undefined, "resources.requests.memory is missing");
  collector.addIf(getValue(limits, "memory") === undefined, "resources.limits.memory is missing");
  collector.addIf(
    getValue(limits, "cpu") !== undefined,
    "resources.limits.cpu is set: it slows the process down even while the node is idle",
  );
  return collector.problems;
}
