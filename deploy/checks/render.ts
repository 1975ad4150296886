import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { generateConfigMap, type Generated, nameByContent } from "./config-maps.js";
import { applyOperations, mergeInto } from "./patches.js";
import {
  type Fields,
  fieldsAt,
  isFields,
  kindOf,
  listAt,
  type Manifest,
  nameOf,
  textAt,
  textsAt,
  type Value,
} from "./values.js";

/** What of kustomize we use. Another field in a kustomization stops the render, so that nothing is left out in silence. */
const known = [
  "apiVersion",
  "kind",
  "namespace",
  "resources",
  "components",
  "configMapGenerator",
  "labels",
  "patches",
  "images",
];

interface Rendering {
  objects: Manifest[];
  generated: Generated;
}

/**
 * The objects that `kubectl kustomize <folder>` prints. A small stand-in, so that the manifests are checked where no kubectl
 * is; where one is, a test compares the two.
 */
export function render(folder: string): Manifest[] {
  const rendering: Rendering = { objects: [], generated: new Set() };
  accumulate(folder, rendering);
  nameByContent(rendering.objects, rendering.generated);
  return rendering.objects;
}

function accumulate(folder: string, into: Rendering): void {
  const file = join(folder, "kustomization.yaml");
  const spec = readYaml(file);
  const unknown = Object.keys(spec).filter((field) => !known.includes(field));
  if (unknown.length > 0)
    throw new Error(`${file}: ${unknown.join(", ")}: not among what deploy/checks/render.ts knows`);
  // A component works on all that is there already; a kustomization only on what it brought.
  const isComponent = textAt(spec, "kind") === "Component";
  const own: Rendering = isComponent ? into : { objects: [], generated: new Set() };

  for (const resource of textsAt(spec, "resources")) addResource(join(folder, resource), own);
  for (const component of textsAt(spec, "components")) accumulate(join(folder, component), own);
  for (const generator of listAt(spec, "configMapGenerator"))
    generateConfigMap(folder, generator, own.objects, own.generated);
  for (const patch of listAt(spec, "patches")) applyPatch(folder, patch, own.objects);
  const namespace = textAt(spec, "namespace");
  if (namespace) own.objects.forEach((object) => setNamespace(object, namespace));
  for (const label of listAt(spec, "labels")) own.objects.forEach((object) => addLabels(object, label));
  for (const image of listAt(spec, "images")) own.objects.forEach((object) => setImage(object, image));

  if (isComponent) return;
  into.objects.push(...own.objects);
  own.generated.forEach((object) => into.generated.add(object));
}

function addResource(path: string, into: Rendering): void {
  if (statSync(path).isDirectory()) return accumulate(path, into);
  for (const document of parseAllDocuments(readFileSync(path, "utf8"))) {
    const [error] = document.errors;
    if (error) throw new Error(`${path}: ${error.message}`);
    const object: unknown = document.toJS();
    if (object !== null) into.objects.push(object as Manifest);
  }
}

function readYaml(file: string): Fields {
  const content: unknown = parse(readFileSync(file, "utf8"));
  return content as Fields;
}

function applyPatch(folder: string, patch: Value, objects: Manifest[]): void {
  const text = textAt(patch, "patch") || readFileSync(join(folder, textAt(patch, "path")), "utf8");
  const content = parse(text) as Value;
  const targets = objects.filter((object) => isTarget(object, fieldsAt(patch, "target")));
  if (targets.length === 0)
    throw new Error(`${dirname(join(folder, "x"))}: a patch finds no object: ${text.slice(0, 80)}`);
  for (const target of targets) {
    if (!isFields(content)) {
      applyOperations(target, content);
      continue;
    }
    // The patch's own name and kind only say what it is made for.
    const { apiVersion: _version, kind: _kind, metadata: _metadata, ...changes } = content;
    mergeInto(target, changes);
  }
}

function isTarget(object: Manifest, target: Fields): boolean {
  const { kind, name, labelSelector } = target;
  if (kind !== undefined && kind !== kindOf(object)) return false;
  if (name !== undefined && name !== nameOf(object)) return false;
  if (typeof labelSelector !== "string") return true;
  const [label = "", value] = labelSelector.split("=");
  return fieldsAt(object, "metadata", "labels")[label] === value;
}

function setNamespace(object: Manifest, namespace: string): void {
  const metadata = fieldsAt(object, "metadata");
  if (kindOf(object) === "Namespace") metadata["name"] = namespace;
  else metadata["namespace"] = namespace;
}

function addLabels(object: Manifest, label: Value): void {
  const pairs = fieldsAt(label, "pairs");
  mergeInto(fieldsAt(object, "metadata"), { labels: pairs });
  const template = fieldsAt(object, "spec", "template", "metadata");
  if (fieldsAt(label)["includeTemplates"] === true && template["labels"]) mergeInto(template, { labels: pairs });
}

function setImage(object: Manifest, image: Value): void {
  const pod = fieldsAt(object, "spec", "template", "spec");
  for (const container of [...listAt(pod, "containers"), ...listAt(pod, "initContainers")]) {
    const [name, tag] = splitImage(textAt(container, "image"));
    if (!isFields(container) || name !== textAt(image, "name")) continue;
    container["image"] = `${textAt(image, "newName") || name}:${textAt(image, "newTag") || tag}`;
  }
}

function splitImage(image: string): [string, string] {
  const colon = image.lastIndexOf(":");
  return colon > image.lastIndexOf("/") ? [image.slice(0, colon), image.slice(colon + 1)] : [image, "latest"];
}
