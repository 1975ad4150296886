import { type Fields, isFields, type Manifest, shown, type Value } from "./values.js";

/** By which field the entries of a list are the same entry; other lists are replaced. What our patches touch, no more. */
const mergeKeys: Record<string, string> = {
  containers: "name",
  initContainers: "name",
  env: "name",
  volumes: "name",
  volumeMounts: "mountPath",
  ports: "containerPort",
};

/** A strategic merge patch. @see https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/ */
export function mergeInto(target: Fields, patch: Fields): void {
  for (const [name, value] of Object.entries(patch)) {
    const current = target[name];
    const key = mergeKeys[name];
    if (value === null) delete target[name];
    else if (isFields(value) && isFields(current)) mergeInto(current, value);
    else if (Array.isArray(value) && Array.isArray(current) && key) mergeLists(current, value, key);
    else target[name] = structuredClone(value);
  }
}

function mergeLists(current: Value[], patch: Value[], key: string): void {
  for (const item of patch) {
    const same = isFields(item) ? current.find((other) => isFields(other) && other[key] === item[key]) : undefined;
    if (isFields(same) && isFields(item)) mergeInto(same, item);
    else current.push(structuredClone(item));
  }
}

/** JSON patch with add, replace and remove. @see https://www.rfc-editor.org/rfc/rfc6902 */
export function applyOperations(target: Manifest, operations: Value): void {
  if (!Array.isArray(operations)) throw new Error("a JSON patch is a list of operations");
  for (const operation of operations) {
    if (!isFields(operation) || typeof operation["path"] !== "string") throw new Error("an operation without a path");
    applyOperation(target, shown(operation["op"]), operation["path"], operation["value"] ?? null);
  }
}

function applyOperation(target: Manifest, op: string, path: string, value: Value): void {
  const steps = path
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = steps.pop() ?? "";
  let holder: Value | undefined = target;
  for (const step of steps)
    holder = Array.isArray(holder) ? holder[Number(step)] : isFields(holder) ? holder[step] : undefined;
  const missing = () => new Error(`${op} ${path}: nothing is there`);
  if (Array.isArray(holder)) {
    if (op === "add") holder.splice(last === "-" ? holder.length : Number(last), 0, structuredClone(value));
    else if (holder[Number(last)] === undefined) throw missing();
    else holder.splice(Number(last), 1, ...(op === "replace" ? [structuredClone(value)] : []));
  } else if (isFields(holder)) {
    if (op !== "add" && holder[last] === undefined) throw missing();
    if (op === "remove") delete holder[last];
    else holder[last] = structuredClone(value);
  } else throw missing();
}
