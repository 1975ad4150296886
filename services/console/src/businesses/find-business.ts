import { create } from "@bufbuild/protobuf";
import { createSystemCall } from "@tenant-ops/kit/call";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { AccountsService, type Business, GetBusinessRequestSchema } from "@tenant-ops/proto/accounts";

/** The settings of a business, which accounts keeps. @throws Refusal service_unavailable */
export type FindBusiness = (businessId: string) => Promise<Business | undefined>;

const timeoutMs = 5000;

export function createBusinessFinder(clients: RpcClients): FindBusiness {
  return async (businessId) => {
    const call = createSystemCall(businessId, "find business", { deadline: Date.now() + timeoutMs });
    const request = create(GetBusinessRequestSchema, {});
    return (await clients.unary(AccountsService.method.getBusiness, request, call)).message.business;
  };
}
