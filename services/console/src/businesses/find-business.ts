import { createSystemCall } from "@tenant-ops/kit/call";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { AccountsService, type Business } from "@tenant-ops/proto/accounts";

const timeoutMs = 5000;

/** Finds the settings of a business, which accounts keeps. @throws Refusal service_unavailable */
export function createBusinessFinder(clients: RpcClients) {
  return async (businessId: string): Promise<Business | undefined> => {
    const call = createSystemCall(businessId, "find business", { deadline: Date.now() + timeoutMs });
    return (await clients.unary(AccountsService.method.getBusiness, {}, call)).message.business;
  };
}
