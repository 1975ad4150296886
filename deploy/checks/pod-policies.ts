import { at, fieldsAt, listAt, textAt, titleOf } from "./values.js";
import type { Cluster, Workload } from "./workloads.js";

/** What every pod keeps to, ours and the demo's dependencies alike. Lines name the object and the field. */
export function podProblems(cluster: Cluster): string[] {
  return cluster.workloads.flatMap((workload) => [...ofPod(workload), ...ofContainers(workload)]);
}

function ofPod({ object, pod }: Workload): string[] {
  const complain = complainer(`${titleOf(object)}: spec.template.spec`);
  const security = fieldsAt(pod, "securityContext");
  complain(pod["automountServiceAccountToken"] !== false, "automountServiceAccountToken is not false");
  complain(
    pod["enableServiceLinks"] !== false,
    "enableServiceLinks is not false: Kubernetes would add variables to ours",
  );
  complain(security["runAsNonRoot"] !== true, "securityContext.runAsNonRoot is not true");
  complain(!(Number(security["runAsUser"]) > 0), "securityContext.runAsUser is root or missing");
  complain(
    textAt(security, "seccompProfile", "type") !== "RuntimeDefault",
    "securityContext.seccompProfile is not RuntimeDefault",
  );
  for (const field of ["hostNetwork", "hostPID", "hostIPC"]) complain(Boolean(pod[field]), `${field} is set`);
  for (const volume of listAt(pod, "volumes")) complain(at(volume, "hostPath") !== undefined, "volumes has a hostPath");
  return complain.problems;
}

function ofContainers({ object, containers }: Workload): string[] {
  const complain = complainer(`${titleOf(object)}: spec.template.spec`);
  complain(containers.length === 0, "containers is empty");
  for (const container of containers) {
    const field = (name: string) => `containers[${textAt(container, "name")}].${name}`;
    const security = fieldsAt(container, "securityContext");
    const image = textAt(container, "image");
    complain(!/[:@][^/]+$/.test(image) || image.endsWith(":latest"), `${field("image")} ${image} names no version`);
    complain(
      security["allowPrivilegeEscalation"] !== false,
      field("securityContext.allowPrivilegeEscalation is not false"),
    );
    complain(security["readOnlyRootFilesystem"] !== true, field("securityContext.readOnlyRootFilesystem is not true"));
    complain(security["privileged"] === true, field("securityContext.privileged is true"));
    const runsAsRoot = security["runAsUser"] === 0 || security["runAsNonRoot"] === false;
    complain(runsAsRoot, field("securityContext.runAsUser is root"));
    const { drop, add } = fieldsAt(security, "capabilities");
    complain(!Array.isArray(drop) || !drop.includes("ALL"), field("securityContext.capabilities.drop lacks ALL"));
    complain(add !== undefined, field("securityContext.capabilities.add gives some back"));
    const { requests, limits } = fieldsAt(container, "resources");
    complain(at(requests, "cpu") === undefined, field("resources.requests.cpu is missing"));
    complain(at(requests, "memory") === undefined, field("resources.requests.memory is missing"));
    complain(at(limits, "memory") === undefined, field("resources.limits.memory is missing"));
    complain(
      at(limits, "cpu") !== undefined,
      field("resources.limits.cpu slows the process down while its node is idle"),
    );
  }
  return complain.problems;
}

/** Collects a line for each thing that is wrong. */
export function complainer(prefix: string) {
  const problems: string[] = [];
  const complain = (isWrong: boolean, problem: string): void => {
    if (isWrong) problems.push(`${prefix}${prefix.endsWith(":") ? " " : "."}${problem}`);
  };
  return Object.assign(complain, { problems });
}
