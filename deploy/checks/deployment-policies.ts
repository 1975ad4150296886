import { complainer } from "./pod-policies.js";
import { at, type Fields, fieldsAt, listAt, nameOf, shown, textAt, titleOf } from "./values.js";
import { type Cluster, ofKind, portNames, selects, type Workload } from "./workloads.js";

const drainMs = 20_000;
const probes = { startupProbe: "/readyz", readinessProbe: "/readyz", livenessProbe: "/livez" };

/** What makes a Deployment survive a rollout, a node's end and a burst. */
export function deploymentProblems(cluster: Cluster): string[] {
  const names = cluster.objects.map(titleOf);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const deployments = cluster.workloads.filter(({ object }) => object["kind"] === "Deployment");
  return [
    ...twice.map((name) => `${name}: metadata.name stands twice`),
    ...deployments.flatMap((deployment) => ofDeployment(cluster, deployment)),
  ];
}

function ofDeployment(cluster: Cluster, workload: Workload): string[] {
  const { object, pod, labels } = workload;
  const name = nameOf(object);
  const complain = complainer(`${titleOf(object)}:`);
  const rolling = fieldsAt(object, "spec", "strategy", "rollingUpdate");
  complain(rolling["maxUnavailable"] !== 0, "spec.strategy.rollingUpdate.maxUnavailable is not 0");

  const scaler = ofKind(cluster, "HorizontalPodAutoscaler").find(
    (hpa) => textAt(hpa, "spec", "scaleTargetRef", "name") === name,
  );
  const replicas = Number(at(object, "spec", "replicas") ?? at(scaler, "spec", "minReplicas") ?? 1);
  complain(replicas < 2, `spec.replicas is ${replicas}: a rollout or a lost node would interrupt it`);
  complain(
    Boolean(scaler) && at(object, "spec", "replicas") !== undefined,
    "spec.replicas fights with its HorizontalPodAutoscaler",
  );

  const spread = listAt(pod, "topologySpreadConstraints");
  complain(spread.length === 0, "spec.template.spec.topologySpreadConstraints is missing");
  for (const constraint of spread)
    complain(
      !selects(at(constraint, "labelSelector"), labels),
      "spec.template.spec.topologySpreadConstraints.labelSelector does not select its own pods",
    );

  const budget = ofKind(cluster, "PodDisruptionBudget").some((pdb) => selects(at(pdb, "spec", "selector"), labels));
  complain(!budget, "metadata.labels: no PodDisruptionBudget selects its pods");
  const account = textAt(pod, "serviceAccountName");
  const hasAccount = ofKind(cluster, "ServiceAccount").some((found) => nameOf(found) === account);
  complain(!hasAccount, `spec.template.spec.serviceAccountName: there is no ServiceAccount ${account || "(missing)"}`);

  const graceMs = Number(pod["terminationGracePeriodSeconds"] ?? 30) * 1000;
  const needed = shutdownDelayOf(cluster) + drainMs;
  complain(
    graceMs < needed + 5000,
    `spec.template.spec.terminationGracePeriodSeconds is ${graceMs / 1000}, too short for a drain of ${needed / 1000} s`,
  );
  return [...complain.problems, ...ofProbes(workload)];
}

function shutdownDelayOf(cluster: Cluster): number {
  const settings = ofKind(cluster, "ConfigMap").map((map) => at(map, "data", "SHUTDOWN_DELAY_MS"));
  return Number(settings.find((value) => value !== undefined) ?? 5000);
}

function ofProbes(workload: Workload): string[] {
  const complain = complainer(`${titleOf(workload.object)}: spec.template.spec`);
  const [container]: Array<Fields | undefined> = workload.containers;
  for (const [probe, path] of Object.entries(probes)) {
    const field = `containers[${textAt(container, "name")}].${probe}`;
    const get = fieldsAt(container, probe, "httpGet");
    complain(!at(container, probe), `${field} is missing`);
    if (!at(container, probe)) continue;
    complain(get["path"] !== path, `${field}.httpGet.path is ${shown(get["path"])}, not ${path}`);
    const isNamed = portNames(workload).includes(shown(get["port"]));
    complain(!isNamed, `${field}.httpGet.port ${shown(get["port"])} is no port of the container`);
  }
  return complain.problems;
}
