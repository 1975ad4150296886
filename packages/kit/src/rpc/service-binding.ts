import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { createCallHandler } from "./call-handler.js";
import type { CallHandler, CallHandlerOptions, UntypedRpcHandler } from "./call-handler.types.js";
import type { RpcHandlers } from "./definition.js";

export interface ServiceBinding {
  api: DescService;
  handlers: Record<string, UntypedRpcHandler>;
}

/** Checks the handlers against the contract. Afterwards their exact types are not needed any more. */
export function bindHandlers<Api extends DescService>(api: Api, handlers: RpcHandlers<Api>): ServiceBinding {
  return { api, handlers };
}

/** The rpcs of a process, for every transport that brings calls to it. */
export type CallHandlers = ReadonlyMap<DescMethod, CallHandler>;

/** @throws Error for an rpc without a handler */
export function createCallHandlers(services: readonly ServiceBinding[], options: CallHandlerOptions): CallHandlers {
  const handlers = new Map<DescMethod, CallHandler>();
  for (const { api, handlers: given } of services) {
    for (const method of api.methods) {
      const handle = given[method.localName];
      if (!handle) throw new Error(`${api.typeName}.${method.name} has no handler`);
      handlers.set(method, createCallHandler(method, handle, options));
    }
  }
  return handlers;
}
