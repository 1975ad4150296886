import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { checkUrl } from "@tenant-ops/kit/egress";
import { parseAllDocuments } from "yaml";
import { getKind, getName, type Manifest } from "./checks/kubernetes/cluster.js";
import { findManifestProblems } from "./checks/kubernetes/policies.js";
import { canRender, patchManifest, renderManifests } from "./checks/kubernetes/render.js";
import { findUnknownFields } from "./checks/kubernetes/unknown-fields.js";
import {
  getList,
  getMap,
  getString,
  getValue,
  isMap,
  walkMaps,
  type YamlMap,
  type YamlValue,
} from "./checks/yaml-values.js";
import { renderKubernetesSecrets, renderSecretsExample } from "./setup/src/kubernetes-secrets.mjs";

const isRenderable = canRender();
if (!isRenderable) console.log("Kubernetes manifests: skipped, because there is no kubectl with kustomize 5 or newer");

describe.skipIf(!isRenderable)("Kubernetes manifests", () => {
  let demo: Manifest[];
  let production: Manifest[];
  beforeAll(() => {
    demo = renderOverlay("demo");
    production = renderOverlay("production");
  });

  test("the overlay demo keeps to Kubernetes' schemas and to our policies", () => {
    expect(findManifestProblems(demo)).toEqual([]);
  });

  test("the overlay production does too, and leaves exactly one setting open: TRUSTED_PROXIES", () => {
    expect(findManifestProblems(production)).toEqual([
      "Deployment gateway: spec.template.spec.containers[app].env: TRUSTED_PROXIES is required by gateway and is not set",
    ]);
  });

  test("the overlay in docs/operating.md renders, leaves no setting open, and replaces the image in every object", () => {
    const page = readFileSync(join(import.meta.dirname, "../docs/operating.md"), "utf8");
    const [, indented = ""] = /```yaml\n( {3}apiVersion: kustomize[\s\S]*?) {3}```/.exec(page) ?? [];
    const folder = mkdtempSync(join(tmpdir(), "overlay-"));
    const example = indented
      .replaceAll(/^ {3}/gm, "")
      .replace("../tenant-ops/deploy", relative(realpathSync(folder), import.meta.dirname))
      .replace("sha256:…", `sha256:${"a".repeat(64)}`);
    writeFileSync(join(folder, "kustomization.yaml"), example);
    const rendered = renderManifests(folder);
    rmSync(folder, { recursive: true });
    expect(findManifestProblems(rendered)).toEqual([]);
    const images = [...JSON.stringify(rendered).matchAll(/"image":"([^"]*\/accounts[:@][^"]*)"/g)].map(
      ([, image]) => image,
    );
    expect(images.length).toBeGreaterThan(1);
    expect(images.filter((image) => !image?.startsWith("registry.acme.com/tenant-ops/accounts@sha256:"))).toEqual([]);
  });

  test("the repair in docs/backup-and-restore.md is a Job that keeps to our policies, with the settings and the database of the service", async () => {
    const page = readFileSync(join(import.meta.dirname, "../docs/backup-and-restore.md"), "utf8");
    const [, name = "", cronJob = "", patch = ""] =
      /create job (\S+) --from=cronjob\/(\S+) --dry-run=client -o yaml \|\n.* patch --local .* -p '(.*)' -o yaml/.exec(
        page,
      ) ?? [];
    const template = getMap(findManifest(production, "CronJob", cronJob), "spec", "jobTemplate");
    const { labels } = getMap(template, "metadata");
    const made = {
      apiVersion: "batch/v1",
      kind: "Job",
      metadata: { name, labels: labels ?? null },
      spec: template["spec"] ?? null,
    } satisfies Manifest;
    const job = patchManifest(made, patch);
    const [container] = getList(job, "spec", "template", "spec", "containers");
    expect(getList(container, "args")).toEqual(["--reconcile", "--repair"]);
    expect(findManifestProblems([...production, job])).toEqual(findManifestProblems(production));
    expect(await findUnknownFields([job])).toEqual([]);
  });

  test("callers reach the gateway through the ingress controller only, and no caller reaches the operator port", () => {
    const { ingress } = getMap(findManifest(production, "NetworkPolicy", "gateway"), "spec");
    expect(ingress).toEqual([
      {
        from: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "ingress-nginx" } } }],
        ports: [{ port: "http" }],
      },
    ]);
    const services = production.filter((manifest) => getKind(manifest) === "Service");
    expect(JSON.stringify(services)).not.toContain("operator");
  });

  test.each(["webhooks", "to-providers"])(
    "the policy %s opens every port that an address of a tenant may have",
    (name) => {
      const [{ ports }] = getList(getMap(findManifest(production, "NetworkPolicy", name), "spec"), "egress") as [
        YamlMap,
      ];
      const isOpen = (wanted: number) =>
        getList({ ports: ports ?? null }, "ports").some(
          (entry) =>
            Number(getValue(entry, "port")) <= wanted &&
            wanted <= Number(getValue(entry, "endPort") ?? getValue(entry, "port")),
        );
      const isAccepted = (port: number) => {
        try {
          return Boolean(checkUrl(`https://shop.example.com:${port}/`, { allowHttp: false, allowed: [] }));
        } catch {
          return false;
        }
      };
      const all = [22, 25, 80, 443, 1023, 1024, 8080, 8443, 9443, 65_535];
      expect(all.filter(isOpen)).toEqual(all.filter(isAccepted));
    },
  );

  test.each(["demo", "production"])("the overlay %s has no field that Kubernetes does not know", async (name) => {
    expect(await findUnknownFields(renderOverlay(name))).toEqual([]);
  });

  test("`setup secrets` prints exactly the Secrets that the demo refers to", () => {
    const printed = parseAllDocuments(renderKubernetesSecrets("tenant-ops-demo")).flatMap((document) => {
      const secret = document.toJS() as Manifest;
      return Object.keys(getMap(secret, "stringData")).map((key) => `${getName(secret)}/${key}`);
    });
    const referenced = demo.flatMap((manifest) =>
      [...walkMaps(manifest)].flatMap(({ field, map }) => {
        if (field === "secretKeyRef") return [`${getString(map, "name")}/${getString(map, "key")}`];
        const volume = field === "secret" ? getString(map, "secretName") : "";
        const items = getList(map, "items").map((item) => `${volume}/${getString(item, "key")}`);
        if (items.length > 0) return items;
        // A volume without a list has every key of its Secret.
        return volume ? printed.filter((key) => key.startsWith(`${volume}/`)) : [];
      }),
    );
    expect([...new Set(referenced)].sort()).toEqual(printed.sort());
  });

  test("the example of the Secrets has every one of them, and no value", () => {
    const text = readFileSync(join(import.meta.dirname, "kubernetes/secrets.example.yaml"), "utf8");
    expect(text).toBe(renderSecretsExample());
    const secrets = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
    expect(new Set(secrets.flatMap((secret) => Object.values(getMap(secret, "stringData"))))).toEqual(new Set([""]));
    const described = secrets.flatMap((secret) =>
      Object.keys(getMap(secret, "stringData")).map((key) => `${getName(secret)}/${key}`),
    );
    const referenced = [...walkMaps(production as YamlValue)]
      .filter(({ field }) => field === "secretKeyRef")
      .map(({ map }) => `${getString(map, "name")}/${getString(map, "key")}`);
    expect(referenced.length).toBeGreaterThan(20);
    expect(referenced.filter((key) => !described.includes(key))).toEqual([]);
  });

  describe("a mistake is reported with the object and the field", () => {
    const mistakes: Array<[string, (manifests: Manifest[]) => void, RegExp]> = [
      [
        "a missing probe",
        (manifests) => delete getContainer(manifests, "supply")["livenessProbe"],
        /^Deployment supply: .*livenessProbe is missing$/,
      ],
      [
        "a probe of a port that does not exist",
        (manifests) => (getMap(getContainer(manifests, "flows"), "readinessProbe", "httpGet")["port"] = "amdin"),
        /^Deployment flows: .*readinessProbe\.httpGet\.port amdin/,
      ],
      [
        "a missing memory limit",
        (manifests) => delete getMap(getContainer(manifests, "gateway"), "resources")["limits"],
        /^Deployment gateway: .*resources\.limits\.memory is missing$/,
      ],
      [
        "a CPU limit",
        (manifests) => (getMap(getContainer(manifests, "gateway"), "resources", "limits")["cpu"] = "1"),
        /^Deployment gateway: .*resources\.limits\.cpu/,
      ],
      [
        "a pod that runs as root",
        (manifests) => (getMap(getPodSpec(manifests, "webhooks"), "securityContext")["runAsUser"] = 0),
        /^Deployment webhooks: .*securityContext\.runAsUser is root/,
      ],
      [
        "a writable root file system",
        (manifests) =>
          (getMap(getContainer(manifests, "learning"), "securityContext")["readOnlyRootFilesystem"] = false),
        /^Deployment learning: .*readOnlyRootFilesystem/,
      ],
      [
        "a Service that selects nothing",
        (manifests) =>
          (getMap(findManifest(manifests, "Service", "supply"), "spec", "selector")["app.kubernetes.io/name"] =
            "suply"),
        /^Service supply: spec\.selector selects no pods$/,
      ],
      [
        "a budget that selects nothing",
        (manifests) =>
          (getMap(findManifest(manifests, "PodDisruptionBudget", "flows"), "spec", "selector", "matchLabels")[
            "app.kubernetes.io/name"
          ] = "flow"),
        /^PodDisruptionBudget flows: spec\.selector selects no pods$/,
      ],
      [
        "an autoscaler without a target",
        (manifests) =>
          (getMap(findManifest(manifests, "HorizontalPodAutoscaler", "roulettes"), "spec", "scaleTargetRef")["name"] =
            "roulette"),
        /^HorizontalPodAutoscaler roulettes: spec\.scaleTargetRef: there is no Deployment roulette$/,
      ],
      [
        "an autoscaler that looks at a share of the request",
        (manifests) => (getCpuMetric(manifests, "supply")["target"] = { type: "Utilization", averageUtilization: 70 }),
        /^HorizontalPodAutoscaler supply: spec\.metrics: the target of cpu is not an AverageValue$/,
      ],
      [
        "an autoscaler below the request",
        (manifests) => (getMap(getCpuMetric(manifests, "supply"), "target")["averageValue"] = "70m"),
        /^HorizontalPodAutoscaler supply: spec\.metrics: 70m is not above the request of 250m$/,
      ],
      [
        "a variable that no program reads",
        (manifests) => getList(getContainer(manifests, "supply"), "env").push({ name: "MONGO_URL", value: "x" }),
        /^Deployment supply: .*env: MONGO_URL is not a setting of supply$/,
      ],
      [
        "a required setting that is missing",
        (manifests) => removeVariable(getContainer(manifests, "flows"), "CALL_CONTEXT_PRIVATE_KEY"),
        /^Deployment flows: .*env: CALL_CONTEXT_PRIVATE_KEY is required/,
      ],
      [
        "a secret in plain text",
        (manifests) => exposeSecret(getContainer(manifests, "webhooks"), "WEBHOOK_SECRET_KEY"),
        /^Deployment webhooks: .*env: WEBHOOK_SECRET_KEY is a secret but is set in plain text$/,
      ],
      [
        "a secret that may be missing",
        (manifests) =>
          (getMap(getVariable(manifests, "webhooks", "MONGODB_URL"), "valueFrom", "secretKeyRef")["optional"] = true),
        /^Deployment webhooks: secretKeyRef: webhooks-mongodb is optional: without it the pod would start$/,
      ],
      [
        "a wrong value",
        (manifests) => (getSettings(manifests, "mesh-settings")["LOG_LEVEL"] = "verbose"),
        /^Deployment supply: .*env: LOG_LEVEL: /,
      ],
      [
        "an address without a Service",
        (manifests) => (getSettings(manifests, "gateway-settings")["FLOWS_HTTP_URL"] = "http://flow:8081"),
        /^Deployment gateway: .*env: FLOWS_HTTP_URL: there is no Service flow$/,
      ],
      [
        "a wrong type",
        (manifests) => (getMap(findManifest(manifests, "Deployment", "supply"), "spec")["minReadySeconds"] = "soon"),
        /^Deployment supply: .*minReadySeconds/,
      ],
      [
        "an image without a version",
        (manifests) => (getContainer(manifests, "supply")["image"] = "tenant-ops/supply:latest"),
        /^Deployment supply: .*image .* has no version$/,
      ],
      [
        "a grace period that is shorter than the shutdown",
        (manifests) => (getSettings(manifests, "mesh-settings")["SHUTDOWN_DELAY_MS"] = "30000"),
        /^Deployment supply: .*terminationGracePeriodSeconds is 45, too short/,
      ],
      [
        "a rollout that removes pods before new ones are ready",
        (manifests) => delete getMap(findManifest(manifests, "Deployment", "learning"), "spec")["strategy"],
        /^Deployment learning: .*maxUnavailable is not 0$/,
      ],
      [
        "a network policy for a port that does not exist",
        (manifests) =>
          (getMap(
            getList(
              getList(findManifest(manifests, "NetworkPolicy", "from-gateway"), "spec", "ingress")[0],
              "ports",
            )[0],
          )["port"] = "grcp"),
        /^NetworkPolicy from-gateway: spec\.ingress\.ports: no pod has a port grcp$/,
      ],
      [
        "a ConfigMap that does not exist",
        (manifests) =>
          (getMap(getList(getContainer(manifests, "supply"), "envFrom")[0], "configMapRef")["name"] = "mesh"),
        /^Deployment supply: configMapRef: there is no ConfigMap mesh$/,
      ],
      [
        "a certificate for another name",
        (manifests) => (getMap(findManifest(manifests, "Certificate", "supply"), "spec")["dnsNames"] = ["suply"]),
        /^Deployment supply: .*supply-tls is for another name$/,
      ],
      [
        "a misspelt field of a custom resource",
        (manifests) => (getMap(findManifest(manifests, "Certificate", "supply"), "spec")["renewBfore"] = "1h"),
        /^Certificate supply: spec\.renewBfore is not known$/,
      ],
    ];

    test.each(mistakes)("%s", (_, addMistake, message) => {
      const manifests = structuredClone(production);
      addMistake(manifests);
      expect(findManifestProblems(manifests)).toContainEqual(expect.stringMatching(message));
    });

    test("misspelt fields at every depth are reported", async () => {
      const manifests = structuredClone(production);
      const supply = getContainer(manifests, "supply");
      supply["livenesProbe"] = supply["livenessProbe"] ?? null;
      getMap(findManifest(manifests, "Service", "flows"), "spec")["clusterIp"] = "None";
      getMap(findManifest(manifests, "HorizontalPodAutoscaler", "gateway"), "spec")["minReplica"] = 2;
      const problems = await findUnknownFields(manifests);
      expect(problems).toContainEqual(expect.stringMatching(/^Deployment supply: .*livenesProbe/));
      expect(problems).toContainEqual(expect.stringMatching(/^Service flows: .*clusterIp/));
      expect(problems).toContainEqual(expect.stringMatching(/^HorizontalPodAutoscaler gateway: .*minReplica/));
      expect(problems).toHaveLength(3);
    });
  });
});

const renderOverlay = (name: string) => renderManifests(join(import.meta.dirname, "kubernetes/overlays", name));

function findManifest(manifests: Manifest[], kind: string, name: string): Manifest {
  const found = manifests.find((manifest) => getKind(manifest) === kind && getName(manifest) === name);
  if (!found) throw new Error(`there is no ${kind} ${name} to change`);
  return found;
}

const getPodSpec = (manifests: Manifest[], name: string): YamlMap =>
  getMap(findManifest(manifests, "Deployment", name), "spec", "template", "spec");
const getContainer = (manifests: Manifest[], name: string): YamlMap =>
  getMap(getList(getPodSpec(manifests, name), "containers")[0]);

const getCpuMetric = (manifests: Manifest[], name: string): YamlMap =>
  getMap(getList(findManifest(manifests, "HorizontalPodAutoscaler", name), "spec", "metrics")[0], "resource");

function getSettings(manifests: Manifest[], name: string): YamlMap {
  const map = manifests.find((manifest) => getKind(manifest) === "ConfigMap" && getName(manifest).startsWith(name));
  return getMap(map, "data");
}

function removeVariable(container: YamlMap, name: string): void {
  container["env"] = getList(container, "env").filter((variable) => getValue(variable, "name") !== name);
}

const getVariable = (manifests: Manifest[], deployment: string, name: string) =>
  getList(getContainer(manifests, deployment), "env").find((found) => getValue(found, "name") === name);

function exposeSecret(container: YamlMap, name: string): void {
  const variable = getList(container, "env").find((found) => getValue(found, "name") === name);
  if (!isMap(variable)) throw new Error(`the container has no variable ${name}`);
  delete variable["valueFrom"];
  variable["value"] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
}
