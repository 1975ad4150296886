import { Refusal } from "@tenant-ops/kit/errors";
import type { RpcClients } from "@tenant-ops/kit/rpc";

/**
 * Clients that turn `unauthorized` from a service into an internal error. The caller is already authenticated: when a service
 * rejects the signed call context, our keys are misconfigured, and a 401 would make the caller replace a valid key.
 */
export function mapInternalAuthErrors(clients: RpcClients): RpcClients {
  return {
    unary: (...args) => clients.unary(...args).catch(rejectMapped),
    unaryJson: (...args) => clients.unaryJson(...args).catch(rejectMapped),
    close: () => clients.close(),
  };
}

function rejectMapped(error: unknown): never {
  const isInternal = error instanceof Refusal && error.code === "unauthorized";
  throw isInternal ? new Error("A service rejected the call context of the gateway", { cause: error }) : error;
}
