import { readConfig } from "@tenant-ops/kit/config";
import { serviceConfig } from "@tenant-ops/kit/process";
import { derivePublicKeys, listIssuers } from "./context-keys.js";
import { groups, type Part } from "./parts.js";
import { selectSettings } from "./settings.js";

/** How the settings of a part are selected from one environment. The public keys for call contexts are derived from the private ones. */
export function createSettingsSelector(environment: NodeJS.ProcessEnv): (part: Part) => NodeJS.ProcessEnv {
  const select = (part: Part) => selectSettings(part.name, part.settings, environment);
  const keys = new Map(groups.flat().map((part) => [part.name, readPrivateKey(select(part))]));
  return (part) => ({ CALL_CONTEXT_PUBLIC_KEYS: derivePublicKeys(listIssuers(part.api), keys), ...select(part) });
}

function readPrivateKey(environment: NodeJS.ProcessEnv): string | undefined {
  return readConfig(serviceConfig.pick({ CALL_CONTEXT_PRIVATE_KEY: true }), environment).CALL_CONTEXT_PRIVATE_KEY;
}
