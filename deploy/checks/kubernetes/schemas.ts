import * as apps from "kubernetes-models/apps/v1";
import * as autoscaling from "kubernetes-models/autoscaling/v2";
import * as batch from "kubernetes-models/batch/v1";
import * as networking from "kubernetes-models/networking.k8s.io/v1";
import * as policy from "kubernetes-models/policy/v1";
import * as core from "kubernetes-models/v1";
import { getMap, getString } from "../yaml-values.js";
import { formatTitle, getKind, type Manifest } from "./cluster.js";

type Models = Record<string, new (data: Manifest) => { validate(): void }>;

const modules: Record<string, object> = {
  "apps/v1": apps,
  "autoscaling/v2": autoscaling,
  "batch/v1": batch,
  "networking.k8s.io/v1": networking,
  "policy/v1": policy,
  v1: core,
};

/** Custom resources of operators. Kubernetes has no schema for them, so the fields of `spec` that we use are listed here. */
const customResources: Record<string, { required: string[]; optional: string[] }> = {
  "monitoring.coreos.com/v1 PodMonitor": { required: ["selector", "podMetricsEndpoints"], optional: [] },
  "monitoring.coreos.com/v1 PrometheusRule": { required: ["groups"], optional: [] },
  "cert-manager.io/v1 Issuer": { required: [], optional: ["ca", "selfSigned"] },
  "cert-manager.io/v1 Certificate": {
    required: ["secretName", "issuerRef"],
    optional: ["commonName", "dnsNames", "duration", "isCA", "privateKey", "renewBefore", "usages"],
  },
};

const getCustomResource = (manifest: Manifest) =>
  customResources[`${getString(manifest, "apiVersion")} ${getKind(manifest)}`];
export const isBuiltIn = (manifest: Manifest): boolean => getCustomResource(manifest) === undefined;

/** What the schemas of Kubernetes refuse: missing fields, wrong types, unknown kinds. */
export function findSchemaProblems(manifests: Manifest[]): string[] {
  return manifests.flatMap((manifest) => (isBuiltIn(manifest) ? validateBuiltIn(manifest) : validateCustom(manifest)));
}

function validateBuiltIn(manifest: Manifest): string[] {
  const apiVersion = getString(manifest, "apiVersion");
  // The modules also export things that are not models; a kind without a model is refused below.
  const Model = (modules[apiVersion] as Models | undefined)?.[getKind(manifest)];
  if (!Model) return [`${formatTitle(manifest)}: apiVersion ${apiVersion} has no such kind`];
  try {
    new Model(manifest).validate();
    return [];
  } catch (error) {
    return [`${formatTitle(manifest)}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function validateCustom(manifest: Manifest): string[] {
  const { required, optional } = getCustomResource(manifest) ?? { required: [], optional: [] };
  const present = Object.keys(getMap(manifest, "spec"));
  const known = [...required, ...optional];
  return [
    ...required.filter((field) => !present.includes(field)).map((field) => `spec.${field} is missing`),
    ...present.filter((field) => !known.includes(field)).map((field) => `spec.${field} is not known`),
  ].map((problem) => `${formatTitle(manifest)}: ${problem}`);
}
