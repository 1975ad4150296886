import { findAutoscalerProblems } from "./autoscalers.js";
import { findCertificateProblems } from "./certificates.js";
import { buildCluster } from "./cluster.js";
import { findDeploymentProblems } from "./deployments.js";
import type { Manifest } from "./manifest.js";
import { findPodProblems } from "./pods.js";
import { findReferenceProblems } from "./references.js";
import { findSchemaProblems } from "./schemas.js";
import { findContainerSettingProblems, findMissingPrograms } from "./settings.js";

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
