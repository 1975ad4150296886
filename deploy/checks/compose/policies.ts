import { programNames } from "../program-settings.js";
import { getMap, type YamlMap } from "../yaml-values.js";
import { findFeatureProblems, findTopLevelProblems } from "./features.js";
import { findHardeningProblems } from "./hardening.js";
import { findImageProblems } from "./images.js";
import { findEnvironmentProblems } from "./settings.js";

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
