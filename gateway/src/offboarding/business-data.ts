import { create } from "@bufbuild/protobuf";
import { type Call, createSystemCall, wildcardScope } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import type { Bus } from "@tenant-ops/kit/events";
import { type BusinessData, createBusinessData } from "@tenant-ops/kit/offboarding";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import {
  BusinessDataService,
  CountBusinessRequestSchema,
  DeleteBusinessRequestSchema,
  EndDeletionRequestSchema,
  ExportBusinessRequestSchema,
  SetBusinessStateRequestSchema,
} from "@tenant-ops/proto/common";
import { dataLife } from "../data-life.js";

/** A process with data of businesses. */
export interface DataHolder {
  service: string;
  data: BusinessData;
}

export interface DataHolderOptions {
  db: Database;
  bus: Bus;
  clients: RpcClients;
  /** Names of all services, the console included. */
  services: readonly string[];
}

/** The services, and then the gateway itself, which has the record of the business, its keys and the request. */
export function listDataHolders({ db, bus, clients, services }: DataHolderOptions): DataHolder[] {
  const own = createBusinessData({ db, bus, life: dataLife, service: "gateway" });
  const others = services.map((service) => ({ service, data: callService(clients, service) }));
  return [...others, { service: "gateway", data: own }];
}

/** The same interface as the gateway's own data, as gRPC calls of a service. */
function callService(clients: RpcClients, service: string): BusinessData {
  const { method } = BusinessDataService;
  return {
    async setState(call, change) {
      await clients.unary(method.setBusinessState, create(SetBusinessStateRequestSchema, change), call, service);
    },
    async count(call, position) {
      const request = create(CountBusinessRequestSchema, { position });
      return (await clients.unary(method.countBusiness, request, call, service)).message;
    },
    async export(call, position) {
      const request = create(ExportBusinessRequestSchema, { position });
      return (await clients.unary(method.exportBusiness, request, call, service)).message;
    },
    async delete(call, given) {
      const request = create(DeleteBusinessRequestSchema, given);
      return (await clients.unary(method.deleteBusiness, request, call, service)).message;
    },
    async end(call, given) {
      await clients.unary(method.endDeletion, create(EndDeletionRequestSchema, given), call, service);
    },
  };
}

const attemptMs = 5000;

/** A system call of the gateway. It may be repeated. */
export function createDataCall(businessId: string, requestId: string): Call {
  return createSystemCall(businessId, "offboarding", {
    scopes: [wildcardScope],
    requestId,
    idempotencyKey: requestId,
    deadline: Date.now() + attemptMs,
  });
}
