import { setTimeout as sleep } from "node:timers/promises";
import { type DescMessage, type DescMethod, type DescService, type MessageShape } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import {
  type ChannelCredentials,
  type ChannelOptions,
  Client,
  credentials,
  Metadata,
  type ServiceError,
  status,
} from "@grpc/grpc-js";
import { metadataKeys } from "../call/metadata-keys.js";
import type { Call } from "../call/call.js";
import type { SignContext } from "../call/context-token.js";
import { isErrorCode } from "../errors/error-table.js";
import { toRefusal, toServerErrorCode, Refusal, unavailable } from "../errors/refusal.js";
import { methodDefinition, sharedChannelOptions } from "./definition.js";
import type { Metrics } from "../telemetry/telemetry.js";
import { startSpan } from "../telemetry/tracing.js";

export interface RpcReply<Output extends DescMessage> {
  message: MessageShape<Output>;
  /** The answer of an earlier arrival of the same write. */
  replayed: boolean;
}

type UnaryMethod<Input extends DescMessage, Output extends DescMessage> = DescMethod & { input: Input; output: Output };

/** Calls rpcs of other services in the name of a call. One channel per service, made at the first call. */
export interface RpcClients {
  /** @throws Refusal what the service refused, or service_unavailable, deadline_exceeded */
  unary<Input extends DescMessage, Output extends DescMessage>(
    method: UnaryMethod<Input, Output>,
    request: MessageShape<Input>,
    call: Call,
    /** Only for an rpc that every service has, such as reading resources. */
    service?: string,
  ): Promise<RpcReply<Output>>;
  close(): void;
}

export interface RpcClientsOptions {
  sign: SignContext;
  /** Address per service name; the name is also the audience of the signed context. */
  addresses: Record<string, string>;
  metrics: Metrics;
  /** Longest wait for one rpc, however much time the call has left. */
  timeoutMs?: number;
  /** How often a call is sent at most while the service is away. A service that asks another one leaves repeating to the gateway. */
  triesMax?: number;
  /** Plain connections without them. */
  credentials?: ChannelCredentials;
}

export function createRpcClients(options: RpcClientsOptions): RpcClients {
  const channels = new Map<string, Client>();
  const definitions = new Map<DescMethod, ReturnType<typeof methodDefinition>>();

  function channel(service: string): Client {
    const address = options.addresses[service];
    if (!address) throw new Error(`No address for the service ${service}`);
    const known =
      channels.get(service) ?? new Client(address, options.credentials ?? credentials.createInsecure(), channelOptions);
    channels.set(service, known);
    return known;
  }

  function definition(method: DescMethod) {
    const known = definitions.get(method) ?? methodDefinition(method);
    definitions.set(method, known);
    return known;
  }

  /** One arrival at the service, under a span of its own: a repeat is another one. */
  async function once(
    service: string,
    method: DescMethod,
    request: MessageShape<DescMessage>,
    call: Call,
  ): Promise<RpcReply<DescMessage>> {
    const span = startSpan({
      name: `${method.parent.typeName}/${method.name}`,
      kind: "client",
      parent: call.traceparent,
      attributes: {
        "rpc.system": "grpc",
        "rpc.service": method.parent.typeName,
        "rpc.method": method.name,
        "server.address": service,
      },
    });
    try {
      const reply = await send(service, method, request, { ...call, traceparent: span.traceparent });
      span.end({ attributes: { "rpc.grpc.status_code": status.OK } });
      return reply;
    } catch (error) {
      span.end({ attributes: { "tenantops.code": toRefusal(error).code }, error: toServerErrorCode(error) });
      throw error;
    }
  }

  async function send(
    service: string,
    method: DescMethod,
    request: MessageShape<DescMessage>,
    call: Call,
  ): Promise<RpcReply<DescMessage>> {
    const { path, requestSerialize, responseDeserialize } = definition(method);
    const metadata = metadataOf(call, options.sign(call, service));
    const deadline = Math.min(call.deadline, Date.now() + (options.timeoutMs ?? 5000));
    return new Promise((resolve, reject) => {
      let reply: MessageShape<DescMessage> | undefined;
      const unary = channel(service).makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        request,
        metadata,
        { deadline },
        (error, message) => {
          if (error) reject(fromServiceError(error, service));
          else reply = message;
        },
      );
      const cancel = () => unary.cancel();
      call.signal?.addEventListener("abort", cancel, { once: true });
      // A signal that went off before, during the pause of a repeat for example, does not go off again.
      if (call.signal?.aborted) cancel();
      // The trailer, which says whether this is a stored answer, comes after the message.
      unary.on("status", ({ metadata: trailer }) => {
        call.signal?.removeEventListener("abort", cancel);
        if (reply) resolve({ message: reply, replayed: trailer.get(metadataKeys.replayed).length > 0 });
      });
    });
  }

  async function unary(
    method: DescMethod,
    request: MessageShape<DescMessage>,
    call: Call,
    service = getServiceName(method.parent),
  ): Promise<RpcReply<DescMessage>> {
    const started = performance.now();
    const seconds = (code: string) => {
      const labels = { target: service, rpc: method.name, code };
      options.metrics.clientSeconds.observe(labels, (performance.now() - started) / 1000);
    };
    for (let tries = 1; ; tries += 1) {
      try {
        // A repeat begins when the one before it has failed.
        const reply = await once(service, method, request, call);
        seconds("ok");
        return reply;
      } catch (error) {
        if (tries >= (options.triesMax ?? 4) || !mayRepeat(error, method, call)) {
          seconds(error instanceof Refusal ? error.code : "internal_server_error");
          throw error;
        }
        await sleep(50 * 4 ** (tries - 1));
      }
    }
  }

  return {
    // The descriptor says what goes in and comes out; the signature above ties the caller's types to it.
    unary,
    close: () => channels.forEach((client) => client.close()),
  };
}

/** `tenantops.supply.v1` → `supply`. */
export function getServiceName(service: DescService): string {
  return service.file.proto.package.split(".")[1] ?? "";
}

/** The only retry layer: nothing below repeats a call, so a write without an idempotency key is sent at most once. */
function mayRepeat(error: unknown, method: DescMethod, call: Call): boolean {
  if (call.signal?.aborted || call.deadline - Date.now() < 500) return false;
  const isHarmless =
    method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS || call.idempotencyKey !== undefined;
  return isHarmless && error instanceof Refusal && error.code === "service_unavailable";
}

function metadataOf(call: Call, context: string): Metadata {
  const metadata = new Metadata();
  metadata.set(metadataKeys.context, context);
  metadata.set(metadataKeys.requestId, call.requestId);
  if (call.traceparent) metadata.set(metadataKeys.traceparent, call.traceparent);
  if (call.idempotencyKey) metadata.set(metadataKeys.idempotencyKey, call.idempotencyKey);
  return metadata;
}

function fromServiceError(error: ServiceError, service: string): Error {
  const code = error.metadata.get(metadataKeys.error)[0]?.toString();
  if (code && isErrorCode(code)) {
    const retryAfter = error.metadata.get(metadataKeys.retryAfter)[0]?.toString();
    return new Refusal(code, error.details, retryAfter ? Number(retryAfter) : undefined);
  }
  switch (error.code) {
    case status.UNAVAILABLE:
      return unavailable(`The ${service} service is not reachable right now. Nothing is known to have been written.`);
    case status.DEADLINE_EXCEEDED:
      return new Refusal(
        "deadline_exceeded",
        `The ${service} service did not answer in time. A write may have happened.`,
      );
    case status.CANCELLED:
      return new Refusal("deadline_exceeded", "The caller went away before the answer.");
    default:
      return new Error(`gRPC ${service}: ${error.code} ${error.details}`);
  }
}

// Durations as {seconds, nanos}: grpc-js reads the documented "1s" as nothing and then falls back to pick_first without a word.
const serviceConfig = {
  loadBalancingConfig: [
    {
      outlier_detection: {
        interval: { seconds: 1, nanos: 0 },
        base_ejection_time: { seconds: 5, nanos: 0 },
        max_ejection_time: { seconds: 30, nanos: 0 },
        max_ejection_percent: 50,
        failure_percentage_ejection: {
          threshold: 50,
          enforcement_percentage: 100,
          minimum_hosts: 2,
          request_volume: 5,
        },
        child_policy: [{ round_robin: {} }],
      },
    },
  ],
};

const channelOptions: ChannelOptions = {
  ...sharedChannelOptions,
  "grpc.service_config": JSON.stringify(serviceConfig),
  "grpc.service_config_disable_resolution": 1,
  "grpc.dns_min_time_between_resolutions_ms": 5000,
  "grpc.enable_retries": 0,
  // A frozen replica keeps its sockets open: only a ping that stays unanswered tells. After three seconds calls go elsewhere.
  "grpc.keepalive_time_ms": 1000,
  "grpc.keepalive_timeout_ms": 2000,
  "grpc.keepalive_permit_without_calls": 1,
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 500,
};
