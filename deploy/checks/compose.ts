import { posix } from "node:path";
import { parse } from "yaml";
import { type Given, problemsWithSettings, programNames } from "./settings.js";
import { at, type Fields, fieldsAt, isFields, listAt, shown, textAt, textsAt, type Value } from "./values.js";

// What docker-compose 1.29 knows of what we use; `name`, `include`, `develop` and the like came later.
const topLevel = ["services", "networks", "volumes"];
const ofService = [
  "image",
  "build",
  "command",
  "depends_on",
  "environment",
  "healthcheck",
  "networks",
  "network_mode",
  "ports",
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
const ofBuild = ["context", "dockerfile", "args"];
const ofHealthcheck = ["test", "interval", "timeout", "retries", "start_period"];
const conditions = ["service_started", "service_healthy", "service_completed_successfully"];

/** Anchors, merges and `${NAME:-default}` resolved, as Compose does it without an environment. */
export function readCompose(text: string): Fields {
  const content = parse(text, { merge: true }) as Value;
  return isFields(content) ? fieldsAt({ root: interpolated(content) }, "root") : {};
}

function interpolated(value: Value): Value {
  if (typeof value === "string") return value.replaceAll(/\$\{\w+:-([^}]*)\}/g, "$1");
  if (Array.isArray(value)) return value.map(interpolated);
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, interpolated(inner ?? null)]));
}

/** @param files the files that the one-shot `keys` makes, as `<owner>/<SETTING>` */
export function composeProblems(compose: Fields, files: readonly string[]): string[] {
  const services = fieldsAt(compose, "services");
  const unknown = Object.keys(compose).filter((name) => !topLevel.includes(name) && !name.startsWith("x-"));
  const missing = programNames.filter((name) => !(name in services));
  return [
    ...unknown.map((name) => `docker-compose.yml: ${name} is not known to docker-compose 1.29`),
    ...missing.map((name) => `services.${name}: is not there`),
    ...Object.keys(services).flatMap((name) => {
      const problems = [...features(compose, name), ...hardening(services, name), ...settings(services, name, files)];
      return problems.map((problem) => `services.${name}: ${problem}`);
    }),
  ];
}

function features(compose: Fields, name: string): string[] {
  const service = fieldsAt(compose, "services", name);
  const beyond = (field: string, known: readonly string[]) =>
    Object.keys(field ? fieldsAt(service, field) : service)
      .filter((found) => !known.includes(found))
      .map((found) => `${field ? `${field}.` : ""}${found} is not known to docker-compose 1.29`);
  const problems = [...beyond("", ofService), ...beyond("build", ofBuild), ...beyond("healthcheck", ofHealthcheck)];
  for (const network of textsAt(service, "networks"))
    if (!(network in fieldsAt(compose, "networks"))) problems.push(`networks: there is no network ${network}`);
  for (const { source } of mountsOf(service))
    if (!(source in fieldsAt(compose, "volumes"))) problems.push(`volumes: there is no volume ${source}`);
  const waits = at(service, "depends_on");
  for (const other of isFields(waits) ? Object.keys(waits) : textsAt(service, "depends_on")) {
    if (!at(compose, "services", other)) problems.push(`depends_on: there is no service ${other}`);
    const condition = textAt(waits, other, "condition") || "service_started";
    if (!conditions.includes(condition)) problems.push(`depends_on.${other}.condition: ${condition} is not known`);
    if (condition === "service_healthy" && !at(compose, "services", other, "healthcheck"))
      problems.push(`depends_on.${other}.condition: ${other} has no healthcheck`);
  }
  return problems;
}

function hardening(services: Fields, name: string): string[] {
  const service = fieldsAt(services, name);
  const problems: string[] = [];
  if (!textsAt(service, "security_opt").includes("no-new-privileges:true"))
    problems.push("security_opt lacks no-new-privileges:true");
  for (const port of textsAt(service, "ports"))
    if (!port.startsWith("127.0.0.1:")) problems.push(`ports: ${port} is open to the network`);
  if (!textAt(service, "image").startsWith("tenant-ops/")) return problems;
  if (at(service, "read_only") !== true) problems.push("read_only is not true");
  if (!textsAt(service, "cap_drop").includes("ALL")) problems.push("cap_drop lacks ALL");
  if (textAt(service, "user") !== "65532:65532" && name !== "keys") problems.push("user is not 65532:65532");
  if (!programNames.includes(name)) return problems;
  if (!textsAt(service, "healthcheck", "test").includes("--health"))
    problems.push("healthcheck.test does not ask our binary");
  if (textAt(service, "build", "args", "PACKAGE") !== name) problems.push(`build.args.PACKAGE is not ${name}`);
  if (Number.parseInt(textAt(service, "stop_grace_period"), 10) < 30)
    problems.push("stop_grace_period is too short for a drain");
  return problems;
}

function settings(services: Fields, name: string, files: readonly string[]): string[] {
  if (!programNames.includes(name)) return [];
  const service = fieldsAt(services, name);
  const given: Given = new Map();
  const problems: string[] = [];
  for (const [variable, value] of Object.entries(fieldsAt(service, "environment"))) {
    const isFile = variable.endsWith("_FILE");
    // The connection string names no user: the network has no other inhabitants.
    given.set(variable, {
      value: shown(value),
      isSecret: isFile || variable === "MONGODB_URL" || variable === "NATS_URL",
    });
    if (isFile && !isMade(shown(value), service, files))
      problems.push(`environment.${variable}: nobody makes ${shown(value)}`);
    const [, host] = /_(?:GRPC|HTTP)_URL$/.test(variable) ? (/\/\/\/?([a-z0-9-]+):\d+/.exec(shown(value)) ?? []) : [];
    if (host && !(host in services)) problems.push(`environment.${variable}: there is no service ${host}`);
  }
  return [...problems, ...problemsWithSettings(name, given).map((problem) => `environment: ${problem}`)];
}

/** Whether the file is in a volume that is mounted here, and `keys` writes it there. */
function isMade(path: string, service: Fields, files: readonly string[]): boolean {
  const mount = mountsOf(service).find(({ target }) => path.startsWith(`${target}/`));
  if (!mount) return false;
  return files.includes(posix.join(mount.source.replace(/^keys-/, ""), path.slice(mount.target.length + 1)));
}

const mountsOf = (service: Fields) =>
  listAt(service, "volumes").map((mount) => {
    const [source = "", target = ""] = shown(mount).split(":");
    return { source, target };
  });
