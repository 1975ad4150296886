import type { DescMessage, DescMethod, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import type { Call } from "../call/call.js";
import type { SignContext } from "../call/context-token.js";
import type { Metrics } from "../telemetry/metrics.js";
import type { JsonBytes } from "../serialization/json-output.js";
import type { RpcTransport } from "./transport.types.js";
import type { SessionTransportOptions } from "./session/session-transport.js";

export interface RpcReply<Output extends DescMessage> {
  message: MessageShape<Output>;
  /** True for the stored answer of an earlier call with the same idempotency key. */
  replayed: boolean;
}

export interface RpcJsonReply {
  json: JsonBytes;
  replayed: boolean;
}

export type UnaryMethod<Input extends DescMessage, Output extends DescMessage> = DescMethod & {
  input: Input;
  output: Output;
};

/** Calls rpcs of other services on behalf of a call. */
export interface RpcClients {
  /** @throws Refusal of the service, or service_unavailable, deadline_exceeded */
  unary<Input extends DescMessage, Output extends DescMessage>(
    method: UnaryMethod<Input, Output>,
    request: MessageInitShape<Input>,
    call: Call,
    /** Only for an rpc that every service has, such as reading resources. */
    service?: string,
  ): Promise<RpcReply<Output>>;
  /** The same for a caller that forwards the answer: returns its JSON, without decoding a message. */
  unaryJson<Input extends DescMessage>(
    method: UnaryMethod<Input, DescMessage>,
    request: MessageShape<Input>,
    call: Call,
  ): Promise<RpcJsonReply>;
  close(): void;
}

/** The name of a service is also the audience of the signed context. */
export interface RpcClientsOptions extends SessionTransportOptions {
  sign: SignContext;
  metrics: Metrics;
  /** Time limit of one attempt, also when the deadline of the call is later. */
  timeoutMs?: number;
  /** Attempts at most while the service is unavailable. A service that calls another one leaves most retries to the gateway. */
  triesMax?: number;
  /** Session streams to `addresses` by default. */
  transport?: RpcTransport;
}
