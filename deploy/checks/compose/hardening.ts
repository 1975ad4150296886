import { ProblemCollector } from "../problem-collector.js";
import { isProgram } from "../program-settings.js";
import { getMap, getString, getStrings, getValue, type YamlMap } from "../yaml-values.js";

/** Every container without new privileges and reachable from this machine only; ours without root and with a drain time. */
export function findHardeningProblems(services: YamlMap, name: string): string[] {
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
