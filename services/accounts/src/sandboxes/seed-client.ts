import { Agent, fetch } from "undici";
import type { MemoryHttp } from "@tenant-ops/kit/http";

/** @param memory of a process in which the services run too */
export function createSeedClient(memory: MemoryHttp | undefined) {
  return { fetch, dispatcher: new Agent({ ...(memory && { connect: memory.connect }) }) };
}
