import {
  formatValue,
  getList,
  getMap,
  getString,
  getStrings,
  isMap,
  type YamlMap,
  type YamlValue,
} from "../yaml-values.js";

/** One Kubernetes object. */
export type Manifest = YamlMap;

export const getKind = (manifest: Manifest): string => getString(manifest, "kind");
export const getName = (manifest: Manifest): string => getString(manifest, "metadata", "name");
/** How messages name it: `Deployment supply`. */
export const formatTitle = (manifest: Manifest): string => `${getKind(manifest)} ${getName(manifest)}`;

/** All objects that one overlay would create. */
export interface Cluster {
  manifests: Manifest[];
  workloads: Workload[];
}

/** An object that creates pods. */
export interface Workload {
  manifest: Manifest;
  pod: YamlMap;
  labels: YamlMap;
  containers: YamlMap[];
}

export function buildCluster(manifests: Manifest[]): Cluster {
  const workloads = manifests
    .filter((manifest) => ["Deployment", "StatefulSet", "Job", "CronJob"].includes(getKind(manifest)))
    .map((manifest) => {
      const template = getMap(manifest, ...(getKind(manifest) === "CronJob" ? ofCronJob : []), "spec", "template");
      return {
        manifest,
        pod: getMap(template, "spec"),
        labels: getMap(template, "metadata", "labels"),
        containers: getList(template, "spec", "containers").filter(isMap),
      };
    });
  return { manifests, workloads };
}

const ofCronJob = ["spec", "jobTemplate"];

export const filterByKind = (cluster: Cluster, kind: string): Manifest[] =>
  cluster.manifests.filter((manifest) => getKind(manifest) === kind);

/** Whether a label selector (plain, matchLabels, or matchExpressions with In) matches these labels. */
export function matchesLabels(selector: YamlValue | undefined, labels: YamlMap): boolean {
  const fields = isMap(selector) ? selector : {};
  const isPlain = !("matchLabels" in fields) && !("matchExpressions" in fields);
  const wanted = isPlain ? fields : getMap(fields, "matchLabels");
  const expressions = isPlain ? [] : getList(fields, "matchExpressions");
  const isIn = (expression: YamlValue) =>
    getList(expression, "values").includes(formatValue(labels[getString(expression, "key")]));
  return Object.entries(wanted).every(([name, value]) => labels[name] === value) && expressions.every(isIn);
}

export function listPortNames(workload: Workload): string[] {
  return workload.containers.flatMap((container) => getList(container, "ports").map((port) => getString(port, "name")));
}

/** The container does one of the jobs of its program, and does not serve. */
export const isJob = (container: YamlMap): boolean =>
  getStrings(container, "args").some((argument) => ["--migrate", "--reconcile"].includes(argument));

/** Our program in a container, by its image: tenant-ops/supply:0.1.0 is supply. */
export const getProgramName = (container: YamlMap): string | undefined =>
  /(?:^|\/)tenant-ops\/([a-z]+)[:@]/.exec(getString(container, "image"))?.[1];
