import { posix } from "node:path";
import { ProblemCollector } from "../problem-collector.js";
import { findSettingProblems, isProgram, type ProvidedSettings } from "../program-settings.js";
import { formatValue, getMap, type YamlMap } from "../yaml-values.js";
import { listMounts } from "./compose-file.js";

/** @param keyFiles the files that the one-shot container `keys` writes, as `<owner>/<SETTING>` */
export function findEnvironmentProblems(services: YamlMap, name: string, keyFiles: readonly string[]): string[] {
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
