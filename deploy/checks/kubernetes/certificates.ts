import { ProblemCollector } from "../problem-collector.js";
import { formatValue, getList, getMap, getString, getStrings, type YamlValue } from "../yaml-values.js";
import { type Cluster, filterByKind, type Workload } from "./cluster.js";
import { formatTitle, getName } from "./manifest.js";

/** With mutual TLS: every certificate file is mounted, cert-manager writes it, and it has the name by which clients call the process. */
export function findCertificateProblems(cluster: Cluster): string[] {
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
