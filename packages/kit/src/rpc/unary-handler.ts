import type { DescMessage, DescMethod, MessageShape } from "@bufbuild/protobuf";
import { type Metadata, type ServiceError, status } from "@grpc/grpc-js";
import type { Call } from "../call/call.js";
import { InFlightCounter } from "../concurrency/in-flight-counter.js";
import type { VerifyContext } from "../call/context-token.js";
import { metadataKeys } from "../call/metadata-keys.js";
import { Refusal, toRefusal, toServerErrorCode } from "../errors/refusal.js";
import type { Logger } from "../telemetry/logger.js";
import type { Metrics } from "../telemetry/metrics.js";
import { getTraceId } from "../telemetry/traceparent.js";
import { startSpan, withinSpan } from "../telemetry/tracing.js";
import { createAuthorizer } from "./authorize.js";
import { buildReply, getAccess } from "./definition.js";
import type { EncodedReply } from "./encoded-reply.js";
import { getMetadata, readCall, type UnaryCall } from "./read-call.js";
import { createTrailer, toGrpcStatus, toServiceError } from "./service-errors.js";
import { validate } from "./validate.js";

/** A handler of any rpc. `bindHandlers` has checked it against the types of its own rpc. */
export type UntypedRpcHandler = (
  request: MessageShape<DescMessage>,
  call: Call,
) => Promise<Record<string, unknown> | EncodedReply<DescMessage>>;

export interface UnaryHandlerOptions {
  /** Name of the service, which is also the vertical in the scopes. */
  service: string;
  verify: VerifyContext;
  logger: Logger;
  metrics: Metrics;
  /** Counts the handlers that run. The caller may have gone away meanwhile. */
  underWay?: InFlightCounter;
}

type Answer = (error: Partial<ServiceError> | null, reply?: object, trailer?: Metadata) => void;

/** What grpc-js calls for an rpc: verifies the call context, validates the request, runs the handler, logs and measures. */
export function createUnaryHandler(method: DescMethod, handle: UntypedRpcHandler, options: UnaryHandlerOptions) {
  const { logger, metrics, verify, underWay = new InFlightCounter() } = options;
  const authorize = createAuthorizer(method, options.service, logger);
  const name = `${method.parent.name}.${method.name}`;
  return (unary: UnaryCall, answer: Answer): void => {
    const started = performance.now();
    const span = startServerSpan(unary, method);
    let call: Call | undefined;
    const finish = (code: string, error?: unknown) => {
      const ms = performance.now() - started;
      metrics.inFlight.dec();
      metrics.rpcSeconds.observe({ rpc: name, code }, ms / 1000);
      span.end({ attributes: toEndAttributes(code, error, call), error: toServerErrorCode(error) });
      const line = { rpc: name, code, ms: Math.round(ms * 10) / 10, ...toLogFields(call) };
      logOutcome(logger, line, error);
    };
    metrics.inFlight.inc();
    underWay
      .run(serve)
      .then((reply) => {
        finish("ok");
        answer(null, reply, call?.replayed ? createTrailer({ [metadataKeys.replayed]: "true" }) : undefined);
      })
      .catch((error: unknown) => {
        finish(toRefusal(error).code, error);
        answer(toServiceError(error, getAccess(method)));
      });

    async function serve(): Promise<object> {
      const known = readCall(unary, method, { verify, authorize }, span.traceparent);
      call = known;
      validate(method.input, unary.request);
      return buildReply(method.output, await withinSpan(span.traceparent, () => handle(unary.request, known)));
    }
  };
}

function startServerSpan(unary: UnaryCall, method: DescMethod) {
  return startSpan({
    name: `${method.parent.typeName}/${method.name}`,
    kind: "server",
    parent: getMetadata(unary, metadataKeys.traceparent),
    attributes: { "rpc.system": "grpc", "rpc.service": method.parent.typeName, "rpc.method": method.name },
  });
}

/** A refusal is a normal answer; any other error is logged as "rpc failed", as a warning when it is temporary. */
function logOutcome(logger: Logger, line: { code: string }, error: unknown): void {
  if (line.code === "internal_server_error") logger.error({ ...line, err: error }, "rpc failed");
  else if (error && !(error instanceof Refusal)) logger.warn({ ...line, err: error }, "rpc failed");
  else logger.info(line, "rpc");
}

function toLogFields(call: Call | undefined) {
  if (!call) return {};
  const { businessId, keyId, requestId, traceparent, replayed } = call;
  return { businessId, keyId, requestId, traceId: getTraceId(traceparent), ...(replayed && { replayed }) };
}

/** @see https://opentelemetry.io/docs/specs/semconv/rpc/grpc/ */
function toEndAttributes(code: string, error: unknown, call: Call | undefined) {
  return {
    "rpc.grpc.status_code": error ? toGrpcStatus(toRefusal(error).status) : status.OK,
    "tenantops.code": code,
    "tenantops.business_id": call?.businessId,
    "tenantops.request_id": call?.requestId,
  };
}
