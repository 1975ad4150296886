import type { DescService } from "@bufbuild/protobuf";
import { Server, ServerCredentials, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { createServerOptions } from "./channel-options.js";
import { type RpcHandlers, createServiceDefinition } from "./definition.js";
import { createUnaryHandler, type UnaryHandlerOptions, type UntypedRpcHandler } from "./unary-handler.js";

const defaultConnectionAgeMs = 60_000;

export interface ServiceBinding {
  api: DescService;
  handlers: Record<string, UntypedRpcHandler>;
}

/** Checks the handlers against the contract. Afterwards their exact types are not needed any more. */
export function bindHandlers<Api extends DescService>(api: Api, handlers: RpcHandlers<Api>): ServiceBinding {
  return { api, handlers };
}

export interface GrpcServerOptions extends UnaryHandlerOptions {
  services: readonly ServiceBinding[];
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** Plain connections by default. */
  credentials?: ServerCredentials;
  connectionAgeMs?: number;
}

export interface GrpcServer {
  port: number;
  /** Accepts no new calls, waits at most `drainMs` for the running ones, then cancels them. */
  close(drainMs: number): Promise<void>;
}

/** A gRPC server whose calls need a valid call context and valid arguments. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const server = new Server(createServerOptions(options.connectionAgeMs ?? defaultConnectionAgeMs));
  for (const binding of options.services) addService(server, binding, options);
  const credentials = options.credentials ?? ServerCredentials.createInsecure();
  const port = await bind(server, `${options.host}:${options.port}`, credentials);
  return { port, close: (drainMs) => drain(server, drainMs) };
}

function addService(server: Server, { api, handlers }: ServiceBinding, options: UnaryHandlerOptions): void {
  // grpc-js refuses a service without rpcs, such as one of REST routes only.
  if (api.methods.length === 0) return;
  const implementation: UntypedServiceImplementation = {};
  for (const method of api.methods) {
    const handle = handlers[method.localName];
    if (!handle) throw new Error(`${api.typeName}.${method.name} has no handler`);
    implementation[method.localName] = createUnaryHandler(method, handle, options);
  }
  server.addService(createServiceDefinition(api), implementation);
}

function bind(server: Server, address: string, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => (error ? reject(error) : resolve(port)));
  });
}

function drain(server: Server, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, drainMs);
    server.tryShutdown(() => {
      clearTimeout(timeout);
      resolve();
    });
  });
}
