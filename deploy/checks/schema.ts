import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as apps from "kubernetes-models/apps/v1";
import * as autoscaling from "kubernetes-models/autoscaling/v2";
import * as batch from "kubernetes-models/batch/v1";
import * as networking from "kubernetes-models/networking.k8s.io/v1";
import * as policy from "kubernetes-models/policy/v1";
import * as core from "kubernetes-models/v1";
import { fieldsAt, kindOf, type Manifest, textAt, titleOf } from "./values.js";

interface Model {
  validate(): void;
}
type Models = Record<string, new (data: Manifest) => Model>;

const modules: Record<string, object> = {
  "apps/v1": apps,
  "autoscaling/v2": autoscaling,
  "batch/v1": batch,
  "networking.k8s.io/v1": networking,
  "policy/v1": policy,
  v1: core,
};
/** Kinds of operators, which Kubernetes itself does not describe: what we say in their `spec`, and must or may. */
const foreign: Record<string, { required: string[]; optional: string[] }> = {
  "monitoring.coreos.com/v1 PodMonitor": { required: ["selector", "podMetricsEndpoints"], optional: [] },
  "cert-manager.io/v1 Issuer": { required: [], optional: ["ca", "selfSigned"] },
  "cert-manager.io/v1 Certificate": {
    required: ["secretName", "issuerRef"],
    optional: ["commonName", "dnsNames", "duration", "isCA", "privateKey", "renewBefore", "usages"],
  },
};

const versionOf = (object: Manifest): string => textAt(object, "apiVersion");
const foreignKind = (object: Manifest) => foreign[`${versionOf(object)} ${kindOf(object)}`];
const isOurs = (object: Manifest) => foreignKind(object) === undefined;

/** What the schemas of Kubernetes refuse: missing fields, wrong types, unknown kinds. */
export function schemaProblems(objects: Manifest[]): string[] {
  return objects.flatMap((object) => {
    const known = foreignKind(object);
    if (known) return foreignProblems(object, known);
    // The modules hold a class for each kind and some other things; a kind that is none of its classes is refused below.
    const Kind = (modules[versionOf(object)] as Models | undefined)?.[kindOf(object)];
    if (!Kind) return [`${titleOf(object)}: apiVersion ${versionOf(object)} has no such kind`];
    try {
      new Kind(object).validate();
      return [];
    } catch (error) {
      return [`${titleOf(object)}: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
}

function foreignProblems(object: Manifest, known: { required: string[]; optional: string[] }): string[] {
  const present = Object.keys(fieldsAt(object, "spec"));
  const all = [...known.required, ...known.optional];
  return [
    ...known.required.filter((field) => !present.includes(field)).map((field) => `spec.${field} is missing`),
    ...present.filter((field) => !all.includes(field)).map((field) => `spec.${field} is not known`),
  ].map((problem) => `${titleOf(object)}: ${problem}`);
}

const root = join(import.meta.dirname, "../..");

/**
 * Unknown fields, which the schemas let pass and Kubernetes drops without a word: each object becomes a typed literal, and the
 * compiler names what does not belong there.
 */
export async function unknownFields(objects: Manifest[]): Promise<string[]> {
  const typed = objects.filter(isOurs);
  const lines: string[] = [];
  const starts: Array<{ line: number; title: string }> = [];
  for (const [index, object] of typed.entries()) {
    starts.push({ line: lines.length + 1, title: titleOf(object) });
    const type = `import("kubernetes-models/${versionOf(object)}").I${kindOf(object)}`;
    lines.push(...`export const o${index}: ${type} = ${JSON.stringify(object, null, 1)};`.split("\n"));
  }
  // Inside node_modules, where the compiler finds the types and git and the other tools look away.
  const cache = join(root, "node_modules/.cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "manifests-"));
  try {
    const file = join(folder, "manifests.ts");
    await writeFile(file, lines.join("\n"));
    return (await compile(file)).map(({ line, message }) => {
      const at = starts.findLast((start) => start.line <= line);
      return `${at?.title ?? "?"}: ${message}`;
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

function compile(file: string): Promise<Array<{ line: number; message: string }>> {
  const args = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--types",
    "",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
  ];
  return new Promise((resolve, reject) => {
    execFile(join(root, "node_modules/.bin/tsc"), [...args, file], { cwd: root }, (error, stdout) => {
      const found = [...stdout.matchAll(/\((\d+),\d+\): error TS\d+: (.+)/g)];
      if (error && found.length === 0) reject(new Error(`tsc: ${stdout || error.message}`));
      else resolve(found.map(([, line, message]) => ({ line: Number(line), message: message ?? "" })));
    });
  });
}
