import { existsSync } from "node:fs";
import { join } from "node:path";
import { ProblemCollector } from "../problem-collector.js";
import { getMap, getString, getStrings, getValue, isMap, type YamlMap } from "../yaml-values.js";
import { listMounts } from "./compose-file.js";

const root = join(import.meta.dirname, "../../..");

// What docker-compose 1.29 supports of what we use. Newer fields, such as `name`, `include` and `develop`, are refused.
const topLevelFields = ["services", "networks", "volumes"];
const serviceFields = [
  "image",
  "build",
  // Accepted, and without effect: see images.ts.
  "pull_policy",
  "command",
  "entrypoint",
  "depends_on",
  "environment",
  "healthcheck",
  "networks",
  "network_mode",
  "ports",
  "profiles",
  "volumes",
  "restart",
  "read_only",
  "user",
  "cap_drop",
  "security_opt",
  "stop_grace_period",
  "mem_limit",
  "tmpfs",
];
const buildFields = ["context", "dockerfile", "args"];
const healthcheckFields = ["test", "interval", "timeout", "retries", "start_period"];
const conditions = ["service_started", "service_healthy", "service_completed_successfully"];
const unsupported = "is not supported by docker-compose 1.29";

export function findTopLevelProblems(compose: YamlMap): string[] {
  return Object.keys(compose)
    .filter((name) => !topLevelFields.includes(name) && !name.startsWith("x-"))
    .map((name) => `docker-compose.yml: ${name} ${unsupported}`);
}

/** Fields that docker-compose 1.29 does not support, and networks, volumes and services that do not exist. */
export function findFeatureProblems(compose: YamlMap, name: string): string[] {
  const collector = new ProblemCollector(`services.${name}: `);
  const service = getMap(compose, "services", name);
  const listUnknown = (map: YamlMap, known: string[]) => Object.keys(map).filter((field) => !known.includes(field));
  const unknown = [
    ...listUnknown(service, serviceFields),
    ...listUnknown(getMap(service, "build"), buildFields).map((field) => `build.${field}`),
    ...listUnknown(getMap(service, "healthcheck"), healthcheckFields).map((field) => `healthcheck.${field}`),
  ];
  for (const field of unknown) collector.add(`${field} ${unsupported}`);
  for (const network of getStrings(service, "networks"))
    collector.addIf(!(network in getMap(compose, "networks")), `networks: there is no network ${network}`);
  for (const { volume } of listMounts(service))
    if (volume.startsWith("./"))
      collector.addIf(!existsSync(join(root, volume)), `volumes: there is no file ${volume}`);
    else collector.addIf(!(volume in getMap(compose, "volumes")), `volumes: there is no volume ${volume}`);
  addDependencyProblems(compose, service, collector);
  return collector.problems;
}

function addDependencyProblems(compose: YamlMap, service: YamlMap, collector: ProblemCollector): void {
  const dependencies = getValue(service, "depends_on");
  for (const other of isMap(dependencies) ? Object.keys(dependencies) : getStrings(service, "depends_on")) {
    collector.addIf(!getValue(compose, "services", other), `depends_on: there is no service ${other}`);
    const condition = getString(dependencies, other, "condition") || "service_started";
    collector.addIf(!conditions.includes(condition), `depends_on.${other}.condition: ${condition} does not exist`);
    collector.addIf(
      condition === "service_healthy" && !getValue(compose, "services", other, "healthcheck"),
      `depends_on.${other}.condition: ${other} has no healthcheck`,
    );
  }
}
