import { create, type DescService } from "@bufbuild/protobuf";
import { Client, credentials } from "@grpc/grpc-js";
import {
  DataService,
  ReadResourceRequestSchema,
  ResourceService,
  SetBusinessStateRequestSchema,
} from "@tenant-ops/proto/common";
import { onTestFinished } from "vitest";
import type { Call } from "../../call/call.js";
import { createContextSigner, createContextVerifier } from "../../call/context-token.js";
import { newId } from "../../data/ids.js";
import { createLogger } from "../../telemetry/logger.js";
import { createMetrics } from "../../telemetry/metrics.js";
import { createContextKeys } from "../../testing/context-keys.js";
import { createTestCall, testCallMs } from "../../testing/test-call.js";
import type { UntypedRpcHandler } from "../call-handler.types.js";
import { createRpcClients } from "../client.js";
import { startGrpcServer } from "../server.js";
import type { RpcTransport } from "../transport.types.js";

const keys = createContextKeys("gateway");
export const signContext = createContextSigner("gateway", keys.privateKey);

interface ReplicaOptions {
  handle: UntypedRpcHandler;
  /** By default one with an rpc that reads, and one with an rpc that writes. */
  apis?: readonly DescService[];
  host?: string;
  port?: number;
  connectionAgeMs?: number;
}

/** Every rpc is answered by `handle`. */
function createServices({ handle, apis = [ResourceService, DataService] }: ReplicaOptions) {
  return apis.map((api) => ({
    api,
    handlers: Object.fromEntries(api.methods.map(({ localName }) => [localName, handle])),
  }));
}

function createHandlerOptions() {
  return {
    service: "supply",
    verify: createContextVerifier(keys.publicKeys, "supply"),
    logger: createLogger("kit", "silent"),
    metrics: createMetrics("kit"),
  };
}

export async function startReplica(options: ReplicaOptions) {
  const { host = "127.0.0.1", port = 0, connectionAgeMs } = options;
  const server = await startGrpcServer({
    ...createHandlerOptions(),
    services: createServices(options),
    host,
    port,
    ...(connectionAgeMs && { connectionAgeMs }),
  });
  onTestFinished(() => server.close(0));
  return server;
}

/** The client of a gateway. @param transport another one than the session streams of gateways */
export function createCaller(address: string, timeoutMs = testCallMs, transport?: RpcTransport) {
  const clients = createRpcClients({
    ...(transport && { transport }),
    sign: signContext,
    addresses: { supply: address },
    metrics: createMetrics("test"),
    timeoutMs,
  });
  onTestFinished(() => clients.close());
  return {
    clients,
    read: (given: Partial<Call> = {}, uri = "service://supply/test") =>
      clients.unary(
        ResourceService.method.readResource,
        create(ReadResourceRequestSchema, { uri }),
        createCall(given),
        "supply",
      ),
    write: (given: Partial<Call> = {}) =>
      clients.unary(
        DataService.method.setBusinessState,
        create(SetBusinessStateRequestSchema, { state: "closed", version: 1 }),
        createCall(given),
        "supply",
      ),
  };
}

export function createCall(given: Partial<Call> = {}): Call {
  return createTestCall(newId("biz"), { scopes: ["*"], ...given });
}

/** A client of grpc-js without any of our code. */
export function createForeignClient(port: number): Client {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  onTestFinished(() => client.close());
  return client;
}
