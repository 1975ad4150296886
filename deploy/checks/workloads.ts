import { type Fields, fieldsAt, isFields, kindOf, listAt, type Manifest, shown, textAt, type Value } from "./values.js";

/** What a cluster would hold, seen by what the checks ask for. */
export interface Cluster {
  objects: Manifest[];
  workloads: Workload[];
}

/** An object that makes pods. */
export interface Workload {
  object: Manifest;
  pod: Fields;
  labels: Fields;
  containers: Fields[];
}

export function clusterOf(objects: Manifest[]): Cluster {
  const workloads = objects
    .filter((object) => ["Deployment", "StatefulSet", "Job"].includes(kindOf(object)))
    .map((object) => ({
      object,
      pod: fieldsAt(object, "spec", "template", "spec"),
      labels: fieldsAt(object, "spec", "template", "metadata", "labels"),
      containers: listAt(object, "spec", "template", "spec", "containers").filter(isFields),
    }));
  return { objects, workloads };
}

export const ofKind = (cluster: Cluster, kind: string): Manifest[] =>
  cluster.objects.filter((object) => kindOf(object) === kind);

/** Whether a label selector (plain, matchLabels, matchExpressions with In) takes these labels. */
export function selects(selector: Value | undefined, labels: Fields): boolean {
  const fields = isFields(selector) ? selector : {};
  const isPlain = !("matchLabels" in fields) && !("matchExpressions" in fields);
  const wanted = isPlain ? fields : fieldsAt(fields, "matchLabels");
  const expressions = isPlain ? [] : listAt(fields, "matchExpressions");
  const isIn = (expression: Value) => listAt(expression, "values").includes(shown(labels[textAt(expression, "key")]));
  return Object.entries(wanted).every(([name, value]) => labels[name] === value) && expressions.every(isIn);
}

export function portNames(workload: Workload): string[] {
  return workload.containers.flatMap((container) => listAt(container, "ports").map((port) => textAt(port, "name")));
}

/** Our program inside a container, by its image: tenant-ops/supply:0.1.0 is supply. */
export const programIn = (container: Fields): string | undefined =>
  /(?:^|\/)tenant-ops\/([a-z]+)[:@]/.exec(textAt(container, "image"))?.[1];
