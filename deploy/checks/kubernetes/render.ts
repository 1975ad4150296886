import { execFileSync } from "node:child_process";
import { parseAllDocuments } from "yaml";
import type { Manifest } from "./cluster.js";

/** Our base uses `labels.includeTemplates`. kustomize 4.5.4 refuses it; 5.5 renders our overlays. */
const kustomizeVersion = /Kustomize Version: v(?:[5-9]|\d\d)/;

/** Whether this machine has a `kubectl` that can render our manifests. */
export function canRender(): boolean {
  try {
    return kustomizeVersion.test(runKubectl("version", "--client"));
  } catch {
    return false;
  }
}

/** The objects that `kubectl apply -k <folder>` would create. */
export function renderManifests(folder: string): Manifest[] {
  return parseAllDocuments(runKubectl("kustomize", folder)).map((document) => document.toJS() as Manifest);
}

/** What `kubectl patch --local` makes of an object, without a cluster. */
export function patchManifest(manifest: Manifest, patch: string): Manifest {
  const args = ["patch", "--local", "-f", "-", "--type=json", "-p", patch, "-o", "json"];
  return JSON.parse(execFileSync("kubectl", args, { encoding: "utf8", input: JSON.stringify(manifest) })) as Manifest;
}

function runKubectl(...args: string[]): string {
  return execFileSync("kubectl", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}
