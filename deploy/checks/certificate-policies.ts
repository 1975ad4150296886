import { complainer } from "./pod-policies.js";
import { fieldsAt, listAt, nameOf, shown, textAt, textsAt, titleOf } from "./values.js";
import { type Cluster, ofKind } from "./workloads.js";

/** Where certificates are mounted they are there, and carry the name under which their process is called. */
export function certificateProblems(cluster: Cluster): string[] {
  const certificates = ofKind(cluster, "Certificate");
  const settings = ofKind(cluster, "ConfigMap").flatMap((map) => Object.entries(fieldsAt(map, "data")));
  const files = settings.filter(([name]) => name.startsWith("GRPC_TLS_")).map(([, path]) => shown(path));
  return cluster.workloads
    .filter(({ object }) => files.length > 0 && object["kind"] === "Deployment")
    .flatMap(({ object, pod, containers }) => {
      const complain = complainer(`${titleOf(object)}:`);
      const mounts = containers.flatMap((container) => listAt(container, "volumeMounts"));
      for (const file of files) {
        const mount = mounts.find((found) => file.startsWith(`${textAt(found, "mountPath")}/`));
        const volume = listAt(pod, "volumes").find((found) => textAt(found, "name") === textAt(mount, "name"));
        const secret = textAt(volume, "secret", "secretName");
        const certificate = certificates.find((found) => textAt(found, "spec", "secretName") === secret);
        complain(!mount, `spec.template.spec.containers.volumeMounts: nothing is mounted for ${file}`);
        complain(
          Boolean(mount) && !certificate,
          `spec.template.spec.volumes: no Certificate writes the Secret ${secret}`,
        );
        const isNamed = textsAt(certificate, "spec", "dnsNames").includes(nameOf(object));
        complain(
          Boolean(certificate) && !isNamed,
          `spec.template.spec.volumes: the Certificate of ${secret} is for another name`,
        );
      }
      return [...new Set(complain.problems)];
    });
}
