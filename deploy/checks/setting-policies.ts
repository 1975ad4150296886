import { type Given, problemsWithSettings, programNames } from "./settings.js";
import { at, type Fields, fieldsAt, listAt, nameOf, shown, textAt, titleOf } from "./values.js";
import { type Cluster, ofKind, programIn } from "./workloads.js";

/** Every variable is read by the program that gets it, and every setting that a program needs is given. */
export function settingProblems(cluster: Cluster): string[] {
  return cluster.workloads.flatMap(({ object, containers }) =>
    containers.flatMap((container) => {
      const program = programIn(container);
      if (program === undefined || program === "setup") return [];
      const given = givenTo(cluster, container);
      const problems = [...problemsWithSettings(program, given), ...wrongAddresses(cluster, given)];
      return problems.map(
        (problem) => `${titleOf(object)}: spec.template.spec.containers[${textAt(container, "name")}].env: ${problem}`,
      );
    }),
  );
}

/** Programs of ours that no Deployment runs. */
export function missingPrograms(cluster: Cluster): string[] {
  const running = cluster.workloads.flatMap(({ containers }) => containers.map(programIn));
  return programNames
    .filter((name) => !running.includes(name))
    .map((name) => `Deployment ${name}: metadata.name: is not there`);
}

function givenTo(cluster: Cluster, container: Fields): Given {
  const given: Given = new Map();
  for (const source of listAt(container, "envFrom")) {
    const map = ofKind(cluster, "ConfigMap").find((found) => nameOf(found) === textAt(source, "configMapRef", "name"));
    for (const [name, value] of Object.entries(fieldsAt(map, "data")))
      given.set(name, { value: shown(value), isSecret: false });
  }
  for (const variable of listAt(container, "env")) {
    const isSecret = at(variable, "valueFrom", "secretKeyRef") !== undefined;
    const value = at(variable, "value");
    const path = textAt(variable, "name").endsWith("_FILE");
    given.set(textAt(variable, "name"), {
      value: value === undefined ? undefined : shown(value),
      isSecret: isSecret || path,
    });
  }
  return given;
}

/** An address inside the mesh leads to a Service and one of its ports. */
function wrongAddresses(cluster: Cluster, given: Given): string[] {
  const problems: string[] = [];
  for (const [name, { value }] of given) {
    if (!value || !/_(GRPC|HTTP)_URL$/.test(name)) continue;
    const [, host = "", port] = /([a-z0-9.-]+):(\d+)$/.exec(value) ?? [];
    const service = ofKind(cluster, "Service").find((found) => nameOf(found) === host);
    const ports = listAt(service, "spec", "ports").map((entry) => at(entry, "port"));
    if (!service) problems.push(`${name}: there is no Service ${host}`);
    else if (!ports.includes(Number(port))) problems.push(`${name}: Service ${host} has no port ${port}`);
  }
  return problems;
}
