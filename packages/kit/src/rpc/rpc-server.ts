import type { MemoryRpc } from "./memory-rpc.js";
import { type GrpcServer, type GrpcServerOptions, startGrpcServer } from "./server.js";
import { createCallHandlers } from "./service-binding.js";

export interface RpcServerOptions extends GrpcServerOptions {
  /** Set in a process in which all callers run too: then the server has no port. */
  memory: MemoryRpc | undefined;
}

/** The rpcs of a process over gRPC, or in memory. */
export async function startRpcServer({ memory, ...options }: RpcServerOptions): Promise<GrpcServer> {
  return memory?.serve(options.service, createCallHandlers(options.services, options)) ?? startGrpcServer(options);
}
