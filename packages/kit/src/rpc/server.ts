import { Server, ServerCredentials } from "@grpc/grpc-js";
import type { CallHandlerOptions } from "./call-handler.types.js";
import { createServerOptions } from "./channel-options.js";
import { createMethodDefinition } from "./definition.js";
import { type CallHandlers, createCallHandlers, type ServiceBinding } from "./service-binding.js";
import { createUnaryHandler } from "./unary-handler.js";

const defaultConnectionAgeMs = 60_000;

export interface GrpcServerOptions extends CallHandlerOptions {
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
  addUnaryRpcs(server, createCallHandlers(options.services, options));
  const credentials = options.credentials ?? ServerCredentials.createInsecure();
  const port = await bind(server, `${options.host}:${options.port}`, credentials);
  return { port, close: (drainMs) => drain(server, drainMs) };
}

function addUnaryRpcs(server: Server, handlers: CallHandlers): void {
  for (const [method, handle] of handlers) {
    const definition = { [method.localName]: createMethodDefinition(method) };
    server.addService(definition, { [method.localName]: createUnaryHandler(handle) });
  }
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
