import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { Call } from "../call/call.js";
import type { CallSignal } from "../call/cancellation.js";
import type { VerifyContext } from "../call/context-token.js";
import type { ProcessContext } from "../call/process-context.js";
import type { InFlightCounter } from "../concurrency/in-flight-counter.js";
import type { Refusal } from "../errors/refusal.js";
import type { Logger } from "../telemetry/logger.js";
import type { Metrics } from "../telemetry/metrics.js";
import type { EncodedReply } from "./definition.js";

/** A handler of any rpc. `bindHandlers` has checked it against the types of its own rpc. */
export type UntypedRpcHandler = (
  request: MessageShape<DescMessage>,
  call: Call,
) => Promise<Record<string, unknown> | EncodedReply<DescMessage>>;

/** A call as a transport received it. Nothing in it has been checked. */
export interface IncomingCall {
  request: MessageShape<DescMessage>;
  /** The context of a call from this process. Every other call has a signed one in its metadata. */
  context?: string | ProcessContext;
  /** A value by one of `metadataKeys`. */
  readMetadata: (name: string) => string | undefined;
  /** Aborted when the caller cancels the call or its connection is lost. */
  signal: CallSignal;
  /** Milliseconds since 1970; Infinity when the caller sent none. */
  deadline: number;
}

/** What the transport sends back. */
export type CallOutcome =
  /** `replayed`: this is the stored answer of an earlier call with the same idempotency key. */
  | { reply: MessageShape<DescMessage> | EncodedReply<DescMessage>; replayed: boolean; refusal?: undefined }
  | { refusal: Refusal };

/** Verifies the call context, validates the request, runs the handler, logs and measures. It never rejects. */
export type CallHandler = (incoming: IncomingCall) => Promise<CallOutcome>;

export interface CallHandlerOptions {
  /** Name of the service, which is also the area in the scopes. */
  service: string;
  verify: VerifyContext;
  logger: Logger;
  metrics: Metrics;
  /** Counts the running handlers, also after their connection was closed. */
  underWay?: InFlightCounter;
}
