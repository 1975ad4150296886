import type { Registry } from "prom-client";
import type { Logger } from "../telemetry/logger.js";
import { createProcessRegistry, mergeMetrics } from "../telemetry/metrics.js";
import type { TracingConfig } from "../telemetry/tracing-settings.js";
import { startTracing } from "../telemetry/tracing.js";
import { startAdminServer } from "./admin-server.js";

/** The gateway or a service, as its process sees it. */
export interface ProcessPart {
  /** True from the end of the start until the part begins to stop. */
  isServing: boolean;
  registry: Registry;
}

/** The resources that a process has once, for any number of parts: the admin port, Node's own metrics and the traces. */
export interface ProcessHost {
  adminPort: number;
  /** Node's own metrics. It is serving from the start, so that alone it decides nothing. */
  own: ProcessPart;
  /** The process is ready when every part is; `/metrics` shows those of all parts. */
  add(part: ProcessPart): void;
  /** Sends the last spans and closes the admin port. */
  close(): Promise<void>;
}

export interface ProcessHostConfig extends TracingConfig {
  HOST: string;
  ADMIN_PORT: number;
}

/** @param name of the process in Node's metrics and in traces */
export async function startProcessHost(name: string, config: ProcessHostConfig, logger: Logger): Promise<ProcessHost> {
  const stopTracing = await startTracing(name, config, logger);
  const own: ProcessPart = { isServing: true, registry: createProcessRegistry(name) };
  const parts = [own];
  const admin = await startAdminServer(config.HOST, config.ADMIN_PORT, {
    isServing: () => parts.every(({ isServing }) => isServing),
    renderMetrics: async () => mergeMetrics(await Promise.all(parts.map(({ registry }) => registry.metrics()))),
  });
  return {
    adminPort: admin.port,
    own,
    add: (part) => void parts.push(part),
    async close() {
      await stopTracing();
      await admin.close();
    },
  };
}
