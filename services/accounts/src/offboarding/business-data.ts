import type { BusinessData } from "@tenant-ops/kit/offboarding";
import type { ServiceContext } from "@tenant-ops/kit/process";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { DataService } from "@tenant-ops/proto/common";
import { askService } from "../requests/data-calls.js";

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

const { setBusinessState, countBusiness, exportBusiness, deleteBusiness, endDeletion } = DataService.method;

/** The same interface as the own data, as gRPC calls of a service. */
function callService(clients: RpcClients, service: string): BusinessData {
  return {
    setState: async (call, change) => void (await askService(clients, service, setBusinessState, call, change)),
    count: (call, position) => askService(clients, service, countBusiness, call, { position }),
    export: (call, position) => askService(clients, service, exportBusiness, call, { position }),
    delete: (call, request) => askService(clients, service, deleteBusiness, call, request),
    end: async (call, end) => void (await askService(clients, service, endDeletion, call, end)),
  };
}
