import { Refusal } from "@tenant-ops/kit/errors";
import type { RpcClients } from "@tenant-ops/kit/rpc";

/**
 * The same clients, for callers who were let in already. A service that refuses the signed context does not believe the
 * gateway: that is our own fault, and a 401 would send the caller off to change a key that is good.
 */
export function mapInternalAuthErrors(clients: RpcClients): RpcClients {
  return {
    async unary(...args) {
      try {
        return await clients.unary(...args);
      } catch (error) {
        const isOurs = error instanceof Refusal && error.code === "unauthorized";
        throw isOurs ? new Error("A service did not believe the gateway", { cause: error }) : error;
      }
    },
    close: () => clients.close(),
  };
}
