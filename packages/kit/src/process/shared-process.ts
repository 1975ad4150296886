import { createMemoryHttp, type MemoryHttp } from "../http/memory-http.js";
import { createMemoryRpc, type MemoryRpc } from "../rpc/memory-rpc.js";
import type { Logger } from "../telemetry/logger.js";
import { type ProcessHost, type ProcessHostConfig, startProcessHost } from "./process-host.js";

/** A process in which the gateway and all services run. They call each other in memory instead of over the network. */
export interface SharedProcess {
  host: ProcessHost;
  rpc: MemoryRpc;
  http: MemoryHttp;
  /** All parts have started: `/readyz` answers 200 as long as all of them serve. */
  markReady(): void;
}

export async function startSharedProcess(
  name: string,
  config: ProcessHostConfig,
  logger: Logger,
): Promise<SharedProcess> {
  const host = await startProcessHost(name, config, logger);
  // Between the start of one part and the next one, all parts that exist serve.
  host.own.isServing = false;
  return {
    host,
    rpc: createMemoryRpc(),
    http: createMemoryHttp(),
    markReady() {
      host.own.isServing = true;
      logger.info({ adminPort: host.adminPort }, "ready");
    },
  };
}
