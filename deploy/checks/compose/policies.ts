import { posix } from "node:path";
import { ProblemCollector } from "../problem-collector.js";
import { findSettingProblems, isProgram, programNames, type ProvidedSettings } from "../program-settings.js";
import { formatValue, getMap, getString, getStrings, getValue, type YamlMap } from "../yaml-values.js";
import { listMounts } from "./compose-file.js";
import { findFeatureProblems, findTopLevelProblems } from "./features.js";

/**
 * Services of which Compose would look for one of our images in a registry, where another one may have its name. The plugin does so before it builds,
 * unless the service forbids it; docker-compose 1.29 does when no service before this one builds the image.
 */
function findImageProblems(services: YamlMap): string[] {
  const built = new Set<string>();
  return sortByDependencies(services).flatMap((name) => {
    const image = getString(services, name, "image");
    if (getValue(services, name, "build") !== undefined) built.add(image);
    else if (image.startsWith("tenant-ops/")) {
      if (getString(services, name, "pull_policy") !== "never") return [`services.${name}: pull_policy is not never`];
      if (!built.has(image)) return [`services.${name}: docker-compose 1.29 looks for it before ${image} is built`];
    }
    return [];
  });
}

/** The order of docker-compose 1.29: what others need comes first, and of two the one that stands later in the file. */
function sortByDependencies(services: YamlMap): string[] {
  const names = Object.keys(services);
  const sorted: string[] = [];
  const visit = (name: string): void => {
    if (sorted.includes(name)) return;
    for (const other of names) if (listNeeded(services, other).includes(name)) visit(other);
    sorted.unshift(name);
  };
  for (const name of names.toReversed()) visit(name);
  return sorted;
}

const listNeeded = (services: YamlMap, name: string): string[] => [
  getString(services, name, "network_mode").replace(/^service:/, ""),
  ...Object.keys(getMap(services, name, "depends_on")),
  ...getStrings(services, name, "depends_on"),
];

/** @param keyFiles the files that the one-shot container `keys` writes, as `<owner>/<SETTING>` */
export function findComposeProblems(compose: YamlMap, keyFiles: readonly string[]): string[] {
  const services = getMap(compose, "services");
  const missing = "all" in services ? [] : programNames.filter((name) => !(name in services));
  return [
    ...findTopLevelProblems(compose),
    ...missing.map((name) => `services.${name}: there is no such service`),
    ...findImageProblems(services),
    ...Object.keys(services).flatMap((name) => [
      ...findFeatureProblems(compose, name),
      ...findHardeningProblems(services, name),
      ...findEnvironmentProblems(services, name, keyFiles),
    ]),
  ];
}

/** Every container without new privileges and reachable from this machine only; ours without root and with a drain time. */
function findHardeningProblems(services: YamlMap, name: string): string[] {
  const collector = new ProblemCollector(`services.${name}: `);
  const service = getMap(services, name);
  const hasNoNewPrivileges = getStrings(service, "security_opt").includes("no-new-privileges:true");
  collector.addIf(!hasNoNewPrivileges, "security_opt lacks no-new-privileges:true");
  for (const port of getStrings(service, "ports"))
    collector.addIf(!port.startsWith("127.0.0.1:"), `ports: ${port} is open to the network`);
  if (!getString(service, "image").startsWith("tenant-ops/")) return collector.problems;

  collector.addIf(getValue(service, "read_only") !== true, "read_only is not true");
  collector.addIf(!getStrings(service, "cap_drop").includes("ALL"), "cap_drop lacks ALL");
  // `keys` runs as root because a new volume belongs to root.
  collector.addIf(getString(service, "user") !== "65532:65532" && name !== "keys", "user is not 65532:65532");
  if (!isProgram(name)) return collector.problems;

  const healthcheck = getStrings(service, "healthcheck", "test");
  collector.addIf(!healthcheck.includes("/app/health.sh"), "healthcheck.test does not run /app/health.sh");
  collector.addIf(getString(service, "build", "args", "PACKAGE") !== name, `build.args.PACKAGE is not ${name}`);
  const graceSeconds = Number.parseInt(getString(service, "stop_grace_period"), 10);
  collector.addIf(!(graceSeconds >= 30), "stop_grace_period is too short for a drain");
  return collector.problems;
}

/** @param keyFiles the files that the one-shot container `keys` writes, as `<owner>/<SETTING>` */
function findEnvironmentProblems(services: YamlMap, name: string, keyFiles: readonly string[]): string[] {
  const program = name.replace(/^(migrate|reconcile)-/, "");
  if (!isProgram(program)) return [];
  const collector = new ProblemCollector(`services.${name}: `);
  const service = getMap(services, name);
  const provided: ProvidedSettings = new Map();
  for (const [variable, raw] of Object.entries(getMap(service, "environment"))) {
    const value = formatValue(raw);
    const isFile = variable.endsWith("_FILE");
    provided.set(variable, { value, isSecret: isFile });
    collector.addIf(
      isFile && !isKeyFile(value, service, keyFiles),
      `environment.${variable}: no container writes ${value}`,
    );
    const [, host] = /_(?:GRPC|HTTP)_URL$/.test(variable) ? (/\/\/\/?([a-z0-9-]+):\d+/.exec(value) ?? []) : [];
    collector.addIf(Boolean(host && !(host in services)), `environment.${variable}: there is no service ${host}`);
  }
  for (const problem of findSettingProblems(program, provided, program !== name))
    collector.add(`environment: ${problem}`);
  return collector.problems;
}

/** Whether the path is in a volume that this service mounts, and `keys` writes that file into the volume. */
function isKeyFile(path: string, service: YamlMap, keyFiles: readonly string[]): boolean {
  const mount = listMounts(service).find(({ target }) => path.startsWith(`${target}/`));
  if (!mount) return false;
  return keyFiles.includes(posix.join(mount.volume.replace(/^keys-/, ""), path.slice(mount.target.length + 1)));
}
