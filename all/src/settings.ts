import { gatewayIssuer } from "@tenant-ops/kit/call";
import { toMemoryUrl } from "@tenant-ops/kit/http";

type Environment = NodeJS.ProcessEnv;

/** Settings that must differ between the parts, so that one value for all of them is a mistake. */
export const settingsPerPart = ["MONGODB_DATABASE", "CALL_CONTEXT_PRIVATE_KEY", "CALL_CONTEXT_PUBLIC_KEYS"];

/** The name of a setting that is meant for one part only: `SUPPLY_MONGODB_DATABASE`. */
export const toOwnName = (part: string, name: string): string => `${part.toUpperCase()}_${name}`;

/**
 * The environment of one part, as it would be in a separate process. `SUPPLY_NAME` has priority over `NAME`; either may be given as a file.
 * @param names of the settings that the part has
 */
export function selectSettings(part: string, names: readonly string[], environment: Environment): Environment {
  const selected: Environment = {};
  for (const name of names) {
    const own = toOwnName(part, name);
    const source = environment[own] || environment[`${own}_FILE`] ? own : name;
    if (source === name && settingsPerPart.includes(name)) continue;
    for (const suffix of ["", "_FILE"]) {
      const value = environment[`${source}${suffix}`];
      if (value) selected[`${name}${suffix}`] = value;
    }
  }
  return { ...selected, ...createFixedSettings(part, names) };
}

/** The settings that follow from running in one process; the environment cannot change them. */
function createFixedSettings(part: string, names: readonly string[]): Environment {
  const addresses = names.flatMap((name) => {
    const [, service = "", kind] = /^([A-Z]+)_(GRPC|HTTP)_URL$/.exec(name) ?? [];
    if (!kind) return [];
    const callee = service.toLowerCase();
    return [[name, kind === "HTTP" ? toMemoryUrl(callee) : callee]];
  });
  return {
    ...(Object.fromEntries(addresses) as Environment),
    // The gateway waits before it stops, and the services stop after it.
    ...(part !== gatewayIssuer && { SHUTDOWN_DELAY_MS: "0" }),
  };
}

/** One sentence for each setting that is given for all parts although it must differ. */
export function findSharedSettings(environment: Environment): string[] {
  const given = settingsPerPart.filter((name) => environment[name] || environment[`${name}_FILE`]);
  return given.map((name) => `${name}: must differ between the parts; set ${toOwnName("supply", name)} and so on`);
}

/**
 * Removes from a message the settings that are derived from a missing private key, which is named already. Otherwise an operator would set seven
 * settings that are not needed. Undefined when no setting remains.
 */
export function dropDerivedSettings(message: string): string | undefined {
  const lines = message.split("\n").filter((line) => !line.includes("- CALL_CONTEXT_PUBLIC_KEYS: is missing."));
  return lines.length > 1 || !message.includes("\n") ? lines.join("\n") : undefined;
}

/** Names the settings in a message as they are set here. */
export function nameOwnSettings(part: string, message: string): string {
  return settingsPerPart.reduce((text, name) => text.replaceAll(`- ${name}:`, `- ${toOwnName(part, name)}:`), message);
}
