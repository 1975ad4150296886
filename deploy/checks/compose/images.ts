import { getMap, getString, getStrings, getValue, type YamlMap } from "../yaml-values.js";

/**
 * Services of which Compose would look for one of our images in a registry, where another one may have its name. The plugin does so before it builds,
 * unless the service forbids it; docker-compose 1.29 does when no service before this one builds the image.
 */
export function findImageProblems(services: YamlMap): string[] {
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
