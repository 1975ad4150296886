import type { MemoryHttp } from "@tenant-ops/kit/http";
import type { FastifyInstance } from "fastify";
import { Agent } from "undici";

const connectTimeoutMs = 2000;

/**
 * The HTTP client for the REST servers of the services. It is closed with the app.
 * @param memory of a process in which the services run too
 */
export function createUpstreamAgent(app: FastifyInstance, memory: MemoryHttp | undefined): Agent {
  const connect = memory?.connect ?? { timeout: connectTimeoutMs };
  const agent = new Agent({ connections: 64, pipelining: 1, connect });
  app.addHook("onClose", () => agent.destroy());
  return agent;
}
