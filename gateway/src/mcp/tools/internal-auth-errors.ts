import { Refusal } from "@tenant-ops/kit/errors";
import type { RpcClients } from "@tenant-ops/kit/rpc";

/**
 * Clients that turn `unauthorized` from a service into an internal error. The caller is already authenticated: when a service
 * rejects the signed call context, our keys are misconfigured, and a 401 would make the caller replace a valid key.
 */
export function mapInternalAuthErrors(clients: RpcClients): RpcClients {
  return {
    async unary(...args) {
      try {
        return await clients.unary(...args);
      } catch (error) {
        const isInternal = error instanceof Refusal && error.code === "unauthorized";
        throw isInternal ? new Error("A service rejected the call context of the gateway", { cause: error }) : error;
      }
    },
    close: () => clients.close(),
  };
}
