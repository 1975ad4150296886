import { ProblemCollector } from "../problem-collector.js";
import { formatValue, getList, getMap, getString, getStrings, getValue, type YamlValue } from "../yaml-values.js";
import {
  buildCluster,
  type Cluster,
  filterByKind,
  formatTitle,
  getName,
  type Manifest,
  type Workload,
} from "./cluster.js";
import { findDeploymentProblems } from "./deployments.js";
import { findPodProblems } from "./pods.js";
import { findReferenceProblems } from "./references.js";
import { findSchemaProblems } from "./schemas.js";
import { findContainerSettingProblems, findMissingPrograms } from "./settings.js";

/** Our programs work in one thread: with more than one core as the target, no load would ever add a replica. */
const processMillicores = 1000;

/** An autoscaler has to add replicas when a process is nearly at one core, not when it uses a share of its CPU request. */
function findAutoscalerProblems(cluster: Cluster): string[] {
  return filterByKind(cluster, "HorizontalPodAutoscaler").flatMap((scaler) => {
    const collector = new ProblemCollector(`${formatTitle(scaler)}: `);
    const cpu = getList(scaler, "spec", "metrics").find((metric) => getString(metric, "resource", "name") === "cpu");
    const target = getMap(cpu, "resource", "target");
    const value = readMillicores(formatValue(target["averageValue"]));
    collector.addIf(target["type"] !== "AverageValue", "spec.metrics: the target of cpu is not an AverageValue");
    if (target["type"] !== "AverageValue") return collector.problems;
    const scaled = cluster.workloads.find(
      ({ manifest }) => getName(manifest) === getString(scaler, "spec", "scaleTargetRef", "name"),
    );
    const request = readMillicores(formatValue(getValue(scaled?.containers[0], "resources", "requests", "cpu")));
    collector.addIf(value >= processMillicores, `spec.metrics: ${value}m is not reached by a process with one thread`);
    collector.addIf(value <= request, `spec.metrics: ${value}m is not above the request of ${request}m`);
    return collector.problems;
  });
}

/** A quantity of CPU: 250m or 0.25. */
const readMillicores = (quantity: string): number =>
  quantity.endsWith("m") ? Number.parseInt(quantity, 10) : Number(quantity) * 1000;

/** All checks of rendered manifests except `findUnknownFields`, which runs the compiler. Each line names an object and a field. */
export function findManifestProblems(manifests: Manifest[]): string[] {
  const cluster = buildCluster(manifests);
  return [
    ...findSchemaProblems(manifests),
    ...findPodProblems(cluster),
    ...findDeploymentProblems(cluster),
    ...findAutoscalerProblems(cluster),
    ...findReferenceProblems(cluster),
    ...findCertificateProblems(cluster),
    ...findContainerSettingProblems(cluster),
    ...findMissingPrograms(cluster),
  ];
}

/** With mutual TLS: every certificate file is mounted, cert-manager writes it, and it has the name by which clients call the process. */
function findCertificateProblems(cluster: Cluster): string[] {
  const settings = filterByKind(cluster, "ConfigMap").flatMap((map) => Object.entries(getMap(map, "data")));
  const files = settings.filter(([name]) => name.startsWith("GRPC_TLS_")).map(([, path]) => formatValue(path));
  return cluster.workloads
    .filter(({ manifest }) => files.length > 0 && manifest["kind"] === "Deployment")
    .flatMap((workload) => {
      const collector = new ProblemCollector(`${formatTitle(workload.manifest)}: spec.template.spec.`);
      const mounts = workload.containers.flatMap((container) => getList(container, "volumeMounts"));
      for (const file of files) {
        const mount = mounts.find((candidate) => file.startsWith(`${getString(candidate, "mountPath")}/`));
        if (mount) addMountProblems(cluster, workload, mount, collector);
        else collector.add(`containers.volumeMounts: nothing is mounted for ${file}`);
      }
      return [...new Set(collector.problems)];
    });
}

function addMountProblems(cluster: Cluster, workload: Workload, mount: YamlValue, collector: ProblemCollector): void {
  const volumes = getList(workload.pod, "volumes");
  const volume = volumes.find((candidate) => getString(candidate, "name") === getString(mount, "name"));
  const secret = getString(volume, "secret", "secretName");
  const certificates = filterByKind(cluster, "Certificate");
  const certificate = certificates.find((candidate) => getString(candidate, "spec", "secretName") === secret);
  if (!certificate) collector.add(`volumes: no Certificate writes the Secret ${secret}`);
  else if (!getStrings(certificate, "spec", "dnsNames").includes(getName(workload.manifest)))
    collector.add(`volumes: the Certificate of ${secret} is for another name`);
}
