import { createHash } from "node:crypto";
import { type DescMessage, type DescMethod, type DescService, type MessageShape, toBinary } from "@bufbuild/protobuf";
import {
  Metadata,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceError,
  status,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { metadataKeys } from "../call/metadata-keys.js";
import type { Call } from "../call/call.js";
import type { VerifyContext } from "../call/context-token.js";
import { toRefusal, toServerErrorCode, Refusal } from "../errors/refusal.js";
import { buildMessage, type RpcHandlers, serviceDefinition, sharedChannelOptions } from "./definition.js";
import { type Logger, type Metrics, traceIdOf } from "../telemetry/telemetry.js";
import { startSpan, withinSpan } from "../telemetry/tracing.js";
import { validate } from "./validate.js";

type AnyRpc = (request: MessageShape<DescMessage>, call: Call) => Promise<Record<string, unknown>>;

export interface ServiceBinding {
  api: DescService;
  rpcs: Record<string, AnyRpc>;
}

/** Here the handlers lose their exact types: below, one loop serves them all, and each was checked against its rpc already. */
export function bindHandlers<Api extends DescService>(api: Api, rpcs: RpcHandlers<Api>): ServiceBinding {
  return { api, rpcs };
}

export interface GrpcServerOptions {
  services: readonly ServiceBinding[];
  verify: VerifyContext;
  logger: Logger;
  metrics: Metrics;
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Plain connections without them. */
  credentials?: ServerCredentials;
  /** After so long a connection ends, so that clients look again who is there: else a new replica gets no calls. */
  connectionAgeMs?: number;
}

export interface GrpcServer {
  port: number;
  /** Stops taking calls, waits at most so long for those under way, then cuts them. */
  close(drainMs: number): Promise<void>;
}

/** A gRPC server that lets a call in only with a genuine call context and valid arguments. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const server = new Server({
    ...sharedChannelOptions,
    // Only answers are long: the gateway takes 256 KiB.
    "grpc.max_receive_message_length": 1024 * 1024,
    "grpc.max_connection_age_ms": options.connectionAgeMs ?? 60_000,
    "grpc.max_connection_age_grace_ms": 30_000,
    "grpc.keepalive_time_ms": 10_000,
    "grpc.keepalive_timeout_ms": 2000,
  });
  for (const { api, rpcs } of options.services) {
    const handlers: UntypedServiceImplementation = {};
    for (const method of api.methods) {
      const rpc = rpcs[method.localName];
      if (!rpc) throw new Error(`${api.typeName}.${method.name} has no handler`);
      handlers[method.localName] = handler(method, rpc, options);
    }
    // A service of REST routes alone has none; grpc-js refuses to serve nothing.
    if (api.methods.length > 0) server.addService(serviceDefinition(api), handlers);
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(
      `${options.host}:${options.port}`,
      options.credentials ?? ServerCredentials.createInsecure(),
      (error, bound) => (error ? reject(error) : resolve(bound)),
    );
  });
  return { port, close: (drainMs) => drain(server, drainMs) };
}

type Unary = ServerUnaryCall<MessageShape<DescMessage>, MessageShape<DescMessage>>;
type Answer = (error: Partial<ServiceError> | null, reply?: object, trailer?: Metadata) => void;

function handler(method: DescMethod, rpc: AnyRpc, options: GrpcServerOptions) {
  const { logger, metrics, verify } = options;
  const name = `${method.parent.name}.${method.name}`;
  return (unary: Unary, answer: Answer): void => {
    const started = performance.now();
    const span = startSpan({
      name: `${method.parent.typeName}/${method.name}`,
      kind: "server",
      parent: headerOf(unary, metadataKeys.traceparent),
      attributes: { "rpc.system": "grpc", "rpc.service": method.parent.typeName, "rpc.method": method.name },
    });
    let call: Call | undefined;
    const finish = (code: string, error?: unknown) => {
      const ms = performance.now() - started;
      metrics.inFlight.dec();
      metrics.rpcSeconds.observe({ rpc: name, code }, ms / 1000);
      span.end({ attributes: endOf(code, error, call), error: toServerErrorCode(error) });
      const line = { rpc: name, code, ms: Math.round(ms * 10) / 10, ...described(call) };
      if (code === "internal_server_error") logger.error({ ...line, err: error }, "rpc failed");
      else if (error && !(error instanceof Refusal)) logger.warn({ ...line, err: error }, "rpc in trouble");
      else logger.info(line, "rpc");
    };
    metrics.inFlight.inc();
    serve()
      .then((reply) => {
        finish("ok");
        answer(null, reply, call?.replayed ? trailerOf({ [metadataKeys.replayed]: "true" }) : undefined);
      })
      .catch((error: unknown) => {
        finish(toRefusal(error).code, error);
        answer(toServiceError(error));
      });

    async function serve(): Promise<object> {
      const known = readCall(unary, method, verify, span.traceparent);
      call = known;
      validate(method.input, unary.request);
      return buildMessage(method.output, await withinSpan(span.traceparent, () => rpc(unary.request, known)));
    }
  };
}

function headerOf(unary: Unary, name: string): string | undefined {
  return unary.metadata.get(name)[0]?.toString();
}

function readCall(unary: Unary, method: DescMethod, verify: VerifyContext, traceparent: string): Call {
  const header = (name: string) => headerOf(unary, name);
  const context = header(metadataKeys.context);
  const caller = context ? verify(context) : undefined;
  if (!caller) throw new Refusal("unauthorized", "This call carries no valid call context.");
  const abort = new AbortController();
  unary.on("cancelled", () => abort.abort());
  const idempotencyKey = header(metadataKeys.idempotencyKey);
  return {
    ...caller,
    requestId: header(metadataKeys.requestId) ?? "none",
    traceparent,
    deadline: deadlineOf(unary),
    signal: abort.signal,
    operation: `${method.parent.typeName}.${method.name}`,
    ...(idempotencyKey && { idempotencyKey }),
    requestDigest: () => createHash("sha256").update(toBinary(method.input, unary.request)).digest("base64url"),
  };
}

/** A caller that names no deadline gets the one that the gateway would have given. */
function deadlineOf(unary: Unary): number {
  const deadline = unary.getDeadline();
  const at = deadline instanceof Date ? deadline.getTime() : deadline;
  return Number.isFinite(at) ? at : Date.now() + 5000;
}

function described(call: Call | undefined) {
  if (!call) return {};
  const { businessId, keyId, requestId, traceparent, replayed } = call;
  return { businessId, keyId, requestId, traceId: traceIdOf(traceparent), ...(replayed && { replayed }) };
}

/** @see https://opentelemetry.io/docs/specs/semconv/rpc/grpc/ */
function endOf(code: string, error: unknown, call: Call | undefined) {
  return {
    "rpc.grpc.status_code": error ? grpcStatus(toRefusal(error).status) : status.OK,
    "tenantops.code": code,
    "tenantops.business_id": call?.businessId,
    "tenantops.request_id": call?.requestId,
  };
}

function toServiceError(error: unknown): Partial<ServiceError> {
  const refusal = toRefusal(error);
  const trailer: Record<string, string> = { [metadataKeys.error]: refusal.code };
  if (refusal.retryAfter !== undefined) trailer[metadataKeys.retryAfter] = String(refusal.retryAfter);
  return { code: grpcStatus(refusal.status), details: refusal.detail, metadata: trailerOf(trailer) };
}

function trailerOf(values: Record<string, string>): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(values)) metadata.set(name, value);
  return metadata;
}

/** @see https://grpc.io/docs/guides/status-codes/ */
function grpcStatus(httpStatus: number): status {
  switch (httpStatus) {
    case 401:
      return status.UNAUTHENTICATED;
    case 403:
      return status.PERMISSION_DENIED;
    case 404:
      return status.NOT_FOUND;
    case 409:
      return status.ABORTED;
    case 422:
      return status.FAILED_PRECONDITION;
    case 429:
      return status.RESOURCE_EXHAUSTED;
    case 503:
      return status.UNAVAILABLE;
    case 504:
      return status.DEADLINE_EXCEEDED;
    default:
      return httpStatus < 500 ? status.INVALID_ARGUMENT : status.INTERNAL;
  }
}

function drain(server: Server, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, drainMs);
    server.tryShutdown(() => {
      clearTimeout(cut);
      resolve();
    });
  });
}
