import { findSettingProblems, programNames, type ProvidedSettings } from "../program-settings.js";
import { formatValue, getList, getMap, getString, getValue, type YamlMap } from "../yaml-values.js";
import { type Cluster, filterByKind, formatTitle, getName, getProgramName, isJob } from "./cluster.js";

/** Variables that the program does not read, required settings that are missing, values that its schema refuses. */
export function findContainerSettingProblems(cluster: Cluster): string[] {
  return cluster.workloads.flatMap(({ manifest, containers }) =>
    containers.flatMap((container) => {
      const program = getProgramName(container);
      if (program === undefined || program === "setup") return [];
      const provided = readProvidedSettings(cluster, container);
      const found = findSettingProblems(program, provided, isJob(container));
      const problems = [...found, ...findAddressProblems(cluster, provided)];
      const field = `spec.template.spec.containers[${getString(container, "name")}].env`;
      return problems.map((problem) => `${formatTitle(manifest)}: ${field}: ${problem}`);
    }),
  );
}

/** Programs of ours that no workload runs. */
export function findMissingPrograms(cluster: Cluster): string[] {
  const containers = cluster.workloads.flatMap((workload) => workload.containers);
  const running = containers.filter((container) => !isJob(container)).map(getProgramName);
  return programNames
    .filter((name) => !running.includes(name))
    .map((name) => `Deployment ${name}: metadata.name: there is no such Deployment`);
}

function readProvidedSettings(cluster: Cluster, container: YamlMap): ProvidedSettings {
  const provided: ProvidedSettings = new Map();
  const configMaps = filterByKind(cluster, "ConfigMap");
  for (const source of getList(container, "envFrom")) {
    const configMap = configMaps.find((candidate) => getName(candidate) === getString(source, "configMapRef", "name"));
    for (const [name, value] of Object.entries(getMap(configMap, "data")))
      provided.set(name, { value: formatValue(value), isSecret: false });
  }
  for (const variable of getList(container, "env")) {
    const name = getString(variable, "name");
    const value = getValue(variable, "value");
    provided.set(name, {
      value: value === undefined ? undefined : formatValue(value),
      isSecret: getValue(variable, "valueFrom", "secretKeyRef") !== undefined || name.endsWith("_FILE"),
    });
  }
  return provided;
}

/** Addresses inside the cluster whose Service or port does not exist. */
function findAddressProblems(cluster: Cluster, provided: ProvidedSettings): string[] {
  const problems: string[] = [];
  for (const [name, { value }] of provided) {
    if (!value || !/_(GRPC|HTTP)_URL$/.test(name)) continue;
    const [, host = "", port] = /([a-z0-9.-]+):(\d+)$/.exec(value) ?? [];
    const service = filterByKind(cluster, "Service").find((candidate) => getName(candidate) === host);
    const ports = getList(service, "spec", "ports").map((entry) => getValue(entry, "port"));
    if (!service) problems.push(`${name}: there is no Service ${host}`);
    else if (!ports.includes(Number(port))) problems.push(`${name}: Service ${host} has no port ${port}`);
  }
  return problems;
}
