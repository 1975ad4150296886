import { certificateProblems } from "./certificate-policies.js";
import { deploymentProblems } from "./deployment-policies.js";
import { podProblems } from "./pod-policies.js";
import { referenceProblems } from "./reference-policies.js";
import { schemaProblems } from "./schema.js";
import { missingPrograms, settingProblems } from "./setting-policies.js";
import type { Manifest } from "./values.js";
import { clusterOf } from "./workloads.js";

/** All checks that need no compiler. Every line names an object and a field. */
export function problemsIn(objects: Manifest[]): string[] {
  const cluster = clusterOf(objects);
  return [
    ...schemaProblems(objects),
    ...podProblems(cluster),
    ...deploymentProblems(cluster),
    ...referenceProblems(cluster),
    ...certificateProblems(cluster),
    ...settingProblems(cluster),
    ...missingPrograms(cluster),
  ];
}
