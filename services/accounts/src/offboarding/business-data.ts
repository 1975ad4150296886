import type { Call } from "@tenant-ops/kit/call";
import type { BusinessData } from "@tenant-ops/kit/offboarding";
import type { ServiceContext } from "@tenant-ops/kit/process";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { BusinessDataService } from "@tenant-ops/proto/common";
import { createServiceCall } from "../requests/service-calls.js";

/** A process with data of businesses. */
export interface DataHolder {
  service: string;
  data: BusinessData;
}

/**
 * The name of the own data in answers and exports. Callers know settings, keys and requests about persons under the name of the process that they
 * call.
 */
export const ownDataName = "gateway";

/** @param services names of all others, the console included */
export function listDataHolders(
  { clients, ownData }: Pick<ServiceContext<unknown>, "clients" | "ownData">,
  services: readonly string[],
): DataHolder[] {
  const others = services.map((service) => ({ service, data: callService(clients, service) }));
  // Last, because it has the record of the business, its keys and the request.
  return [...others, { service: ownDataName, data: ownData }];
}

/** The same interface as the own data, as gRPC calls of a service. */
function callService(clients: RpcClients, service: string): BusinessData {
  const { method } = BusinessDataService;
  return {
    async setState(call, change) {
      await clients.unary(method.setBusinessState, change, call, service);
    },
    async count(call, position) {
      return (await clients.unary(method.countBusiness, { position }, call, service)).message;
    },
    async export(call, position) {
      return (await clients.unary(method.exportBusiness, { position }, call, service)).message;
    },
    async delete(call, given) {
      return (await clients.unary(method.deleteBusiness, given, call, service)).message;
    },
    async end(call, given) {
      await clients.unary(method.endDeletion, given, call, service);
    },
  };
}

export const createDataCall = (businessId: string, requestId: string): Call =>
  createServiceCall("offboarding", businessId, requestId);
