import { readConfig } from "@tenant-ops/kit/config";
import {
  jobConfig,
  runMigration,
  serviceConfig,
  type SharedProcess,
  startSharedProcess,
} from "@tenant-ops/kit/process";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { derivePublicKeys, listIssuers } from "./context-keys.js";
import { groups, type Part, type StartPart } from "./parts.js";
import { dropDerivedSettings, findSharedSettings, nameOwnSettings, selectSettings } from "./settings.js";

/** The settings of the process itself. Every service has them too. */
const processConfig = serviceConfig.pick({
  HOST: true,
  ADMIN_PORT: true,
  LOG_LEVEL: true,
  OTEL_EXPORTER_OTLP_ENDPOINT: true,
  OTEL_EXPORTER_OTLP_HEADERS: true,
  OTEL_RESOURCE_ATTRIBUTES: true,
  OTEL_TRACES_SAMPLER: true,
  OTEL_TRACES_SAMPLER_ARG: true,
});

export interface RunningAll {
  adminPort: number;
  /** The gateway stops as in a separate process; then the services stop, those that call others first. */
  close(): Promise<void>;
}

interface Stoppable {
  close(): Promise<void>;
}

/** Starts the gateway and all services in this process. See docs/decisions/0047-one-process.md. */
export async function startAll(environment: NodeJS.ProcessEnv = process.env): Promise<RunningAll> {
  const starts = prepareParts(environment);
  const config = readConfig(processConfig, environment);
  const shared = await startSharedProcess("all", config, createLogger("all", config.LOG_LEVEL));
  // At the same time, as in a mesh: most of a start is waiting for MongoDB. A call to a part that has not started is repeated.
  const started = await Promise.all(starts.map((group) => Promise.all(group.map((start) => start(shared)))));
  shared.markReady();
  return { adminPort: shared.host.adminPort, close: () => closeAll(started, shared) };
}

async function closeAll(started: Stoppable[][], { host }: SharedProcess): Promise<void> {
  for (const group of started) await Promise.all(group.map((part) => part.close()));
  await host.close();
}

/** Reads the settings of all parts before any of them starts. @throws Error that names every wrong or missing one */
function prepareParts(environment: NodeJS.ProcessEnv): StartPart[][] {
  const problems = findSharedSettings(environment);
  const select = createSettingsSelector(environment);
  const prepare = (part: Part): StartPart[] => {
    try {
      return [part.prepare(select(part))];
    } catch (error) {
      const message = dropDerivedSettings(error instanceof Error ? error.message : String(error));
      if (message) problems.push(`${part.name}: ${nameOwnSettings(part.name, message)}`);
      return [];
    }
  };
  const starts = groups.map((group) => group.flatMap(prepare));
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return starts;
}

/** How the settings of a part are selected from one environment. The public keys for call contexts are derived from the private ones. */
function createSettingsSelector(environment: NodeJS.ProcessEnv): (part: Part) => NodeJS.ProcessEnv {
  const select = (part: Part) => selectSettings(part.name, part.settings, environment);
  const keys = new Map(groups.flat().map((part) => [part.name, readPrivateKey(select(part))]));
  return (part) => ({ CALL_CONTEXT_PUBLIC_KEYS: derivePublicKeys(listIssuers(part), keys), ...select(part) });
}

function readPrivateKey(environment: NodeJS.ProcessEnv): string | undefined {
  return readConfig(serviceConfig.pick({ CALL_CONTEXT_PRIVATE_KEY: true }), environment).CALL_CONTEXT_PRIVATE_KEY;
}

/** The migration job of every part. */
export const migrateAll = (environment: NodeJS.ProcessEnv = process.env) =>
  runForAll(({ name, schema }, own) => schema && runMigration(name, schema, own), environment);

/** The comparison of all records of every part. */
export const reconcileAll = (environment: NodeJS.ProcessEnv = process.env) =>
  runForAll((part, own) => part.reconcile?.(own), environment);

/** Encrypts the stored secrets of every part with the first key. Reads all settings of these parts, as the process itself does. */
export async function reencryptAll(environment: NodeJS.ProcessEnv = process.env): Promise<void> {
  const select = createSettingsSelector(environment);
  for (const part of groups.flat()) await part.reencrypt?.(select(part));
}

/** One after the other: two at once would only share the work of one MongoDB. */
async function runForAll(
  run: (part: Part, own: NodeJS.ProcessEnv) => Promise<void> | undefined,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const settings = Object.keys(jobConfig.shape);
  for (const part of groups.flat()) await run(part, selectSettings(part.name, settings, environment));
}
