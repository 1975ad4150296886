import { create } from "@bufbuild/protobuf";
import { createSystemCall } from "@tenant-ops/kit/call";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { AccountsService, type Business, GetBusinessRequestSchema } from "@tenant-ops/proto/accounts";

const timeoutMs = 5000;

/** Finds the settings of a business, which accounts keeps. @throws Refusal service_unavailable */
export function createBusinessFinder(clients: RpcClients) {
  return async (businessId: string): Promise<Business | undefined> => {
    const call = createSystemCall(businessId, "find business", { deadline: Date.now() + timeoutMs });
    const request = create(GetBusinessRequestSchema, {});
    return (await clients.unary(AccountsService.method.getBusiness, request, call)).message.business;
  };
}
