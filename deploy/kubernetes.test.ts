import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { problemsIn } from "./checks/check.js";
import { render } from "./checks/render.js";
import { unknownFields } from "./checks/schema.js";
import {
  at,
  type Fields,
  fieldsAt,
  fieldsWithin,
  isFields,
  kindOf,
  listAt,
  type Manifest,
  nameOf,
  textAt,
} from "./checks/values.js";
import { kubernetesSecrets } from "./setup/src/kubernetes-secrets.mjs";

const overlay = (name: string) => render(join(import.meta.dirname, "kubernetes/overlays", name));

describe.each(["demo", "production"])("the manifests of the overlay %s", (name) => {
  test("keep to Kubernetes' schemas and to our policies", () => {
    expect(problemsIn(overlay(name))).toEqual([]);
  });

  test("have no field that Kubernetes does not know", async () => {
    expect(await unknownFields(overlay(name))).toEqual([]);
  });
});

test("the printed Secrets are those that the demo names, no more and no fewer", () => {
  const printed = parseAllDocuments(kubernetesSecrets("tenant-ops-demo")).flatMap((document) => {
    const secret = document.toJS() as Manifest;
    return Object.keys(fieldsAt(secret, "stringData")).map((key) => `${nameOf(secret)}/${key}`);
  });
  const named = overlay("demo").flatMap((object) =>
    [...fieldsWithin(object)].flatMap(({ field, fields }) => {
      if (field === "secretKeyRef") return [`${textAt(fields, "name")}/${textAt(fields, "key")}`];
      // A container that takes a whole Secret takes every key of it.
      const whole = field === "secretRef" ? `${textAt(fields, "name")}/` : undefined;
      return whole ? printed.filter((secret) => secret.startsWith(whole)) : [];
    }),
  );
  expect([...new Set(named)].sort()).toEqual(printed.sort());
});

describe("a broken manifest is refused, with the object and the field", () => {
  const mistakes: Array<[string, (objects: Manifest[]) => void, RegExp]> = [
    [
      "a missing probe",
      (all) => delete app(all, "supply")["livenessProbe"],
      /^Deployment supply: .*livenessProbe is missing$/,
    ],
    [
      "a probe of a port that is not there",
      (all) => (fieldsAt(app(all, "flows"), "readinessProbe", "httpGet")["port"] = "amdin"),
      /^Deployment flows: .*readinessProbe\.httpGet\.port amdin/,
    ],
    [
      "a missing memory limit",
      (all) => delete fieldsAt(app(all, "gateway"), "resources")["limits"],
      /^Deployment gateway: .*resources\.limits\.memory is missing$/,
    ],
    [
      "a CPU limit",
      (all) => (fieldsAt(app(all, "gateway"), "resources", "limits")["cpu"] = "1"),
      /^Deployment gateway: .*resources\.limits\.cpu/,
    ],
    [
      "root",
      (all) => (fieldsAt(pod(all, "webhooks"), "securityContext")["runAsUser"] = 0),
      /^Deployment webhooks: .*securityContext\.runAsUser is root/,
    ],
    [
      "a file system that can be written",
      (all) => (fieldsAt(app(all, "learning"), "securityContext")["readOnlyRootFilesystem"] = false),
      /^Deployment learning: .*readOnlyRootFilesystem/,
    ],
    [
      "a Service that selects nothing",
      (all) => (fieldsAt(find(all, "Service", "supply"), "spec", "selector")["app.kubernetes.io/name"] = "suply"),
      /^Service supply: spec\.selector selects no pods$/,
    ],
    [
      "a budget that selects nothing",
      (all) =>
        (fieldsAt(find(all, "PodDisruptionBudget", "flows"), "spec", "selector", "matchLabels")[
          "app.kubernetes.io/name"
        ] = "flow"),
      /^PodDisruptionBudget flows: spec\.selector selects no pods$/,
    ],
    [
      "an autoscaler of nothing",
      (all) =>
        (fieldsAt(find(all, "HorizontalPodAutoscaler", "roulettes"), "spec", "scaleTargetRef")["name"] = "roulette"),
      /^HorizontalPodAutoscaler roulettes: spec\.scaleTargetRef: there is no Deployment roulette$/,
    ],
    [
      "a variable that nobody reads",
      (all) => listAt(app(all, "supply"), "env").push({ name: "MONGO_URL", value: "x" }),
      /^Deployment supply: .*env: MONGO_URL is read by no setting of supply$/,
    ],
    [
      "a setting that is not given",
      (all) => dropVariable(app(all, "flows"), "CALL_CONTEXT_PRIVATE_KEY"),
      /^Deployment flows: .*env: CALL_CONTEXT_PRIVATE_KEY is required/,
    ],
    [
      "a secret in the open",
      (all) => showSecret(app(all, "webhooks"), "WEBHOOK_SECRET_KEY"),
      /^Deployment webhooks: .*env: WEBHOOK_SECRET_KEY is a secret and is given in the open$/,
    ],
    [
      "a wrong value",
      (all) => (settings(all, "mesh-settings")["LOG_LEVEL"] = "verbose"),
      /^Deployment supply: .*env: LOG_LEVEL: /,
    ],
    [
      "an address without a Service",
      (all) => (settings(all, "gateway-settings")["FLOWS_HTTP_URL"] = "http://flow:8081"),
      /^Deployment gateway: .*env: FLOWS_HTTP_URL: there is no Service flow$/,
    ],
    [
      "a wrong type",
      (all) => (fieldsAt(find(all, "Deployment", "supply"), "spec")["minReadySeconds"] = "soon"),
      /^Deployment supply: .*minReadySeconds/,
    ],
    [
      "an image without a version",
      (all) => (app(all, "supply")["image"] = "tenant-ops/supply:latest"),
      /^Deployment supply: .*image .* names no version$/,
    ],
    [
      "too little time to drain",
      (all) => (settings(all, "mesh-settings")["SHUTDOWN_DELAY_MS"] = "30000"),
      /^Deployment supply: .*terminationGracePeriodSeconds is 45, too short/,
    ],
    [
      "a rollout that takes pods away first",
      (all) => delete fieldsAt(find(all, "Deployment", "learning"), "spec")["strategy"],
      /^Deployment learning: .*maxUnavailable is not 0$/,
    ],
    [
      "a policy for a port that is not there",
      (all) =>
        (fieldsAt(listAt(listAt(find(all, "NetworkPolicy", "from-gateway"), "spec", "ingress")[0], "ports")[0])[
          "port"
        ] = "grcp"),
      /^NetworkPolicy from-gateway: spec\.ingress\.ports: no pod has a port grcp$/,
    ],
    [
      "a ConfigMap that is not there",
      (all) => (fieldsAt(listAt(app(all, "supply"), "envFrom")[0], "configMapRef")["name"] = "mesh"),
      /^Deployment supply: configMapRef: there is no ConfigMap mesh$/,
    ],
    [
      "a certificate for another name",
      (all) => (fieldsAt(find(all, "Certificate", "supply"), "spec")["dnsNames"] = ["suply"]),
      /^Deployment supply: .*supply-tls is for another name$/,
    ],
    [
      "a misspelt field of an operator's kind",
      (all) => (fieldsAt(find(all, "Certificate", "supply"), "spec")["renewBfore"] = "1h"),
      /^Certificate supply: spec\.renewBfore is not known$/,
    ],
  ];

  test.each(mistakes)("%s", (_, breakIt, message) => {
    const objects = structuredClone(overlay("production"));
    breakIt(objects);
    expect(problemsIn(objects)).toContainEqual(expect.stringMatching(message));
  });

  test("misspelt fields, at every depth", async () => {
    const objects = structuredClone(overlay("production"));
    const supply = app(objects, "supply");
    supply["livenesProbe"] = supply["livenessProbe"] ?? null;
    fieldsAt(find(objects, "Service", "flows"), "spec")["clusterIp"] = "None";
    fieldsAt(find(objects, "HorizontalPodAutoscaler", "gateway"), "spec")["minReplica"] = 2;
    const problems = await unknownFields(objects);
    expect(problems).toContainEqual(expect.stringMatching(/^Deployment supply: .*livenesProbe/));
    expect(problems).toContainEqual(expect.stringMatching(/^Service flows: .*clusterIp/));
    expect(problems).toContainEqual(expect.stringMatching(/^HorizontalPodAutoscaler gateway: .*minReplica/));
    expect(problems).toHaveLength(3);
  });
});

function find(objects: Manifest[], kind: string, name: string): Manifest {
  const found = objects.find((object) => kindOf(object) === kind && nameOf(object) === name);
  if (!found) throw new Error(`there is no ${kind} ${name} to break`);
  return found;
}

const pod = (objects: Manifest[], name: string): Fields =>
  fieldsAt(find(objects, "Deployment", name), "spec", "template", "spec");
const app = (objects: Manifest[], name: string): Fields => fieldsAt(listAt(pod(objects, name), "containers")[0]);

function settings(objects: Manifest[], name: string): Fields {
  const map = objects.find((object) => kindOf(object) === "ConfigMap" && nameOf(object).startsWith(name));
  return fieldsAt(map, "data");
}

function dropVariable(container: Fields, name: string): void {
  container["env"] = listAt(container, "env").filter((variable) => at(variable, "name") !== name);
}

function showSecret(container: Fields, name: string): void {
  const variable = listAt(container, "env").find((found) => at(found, "name") === name);
  if (!isFields(variable)) throw new Error(`no ${name} to show`);
  delete variable["valueFrom"];
  variable["value"] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
}
