import { createHash } from "node:crypto";
import type { DescMethod } from "@bufbuild/protobuf";
import { status } from "@grpc/grpc-js";
import type { Call, StoredReplyOnly } from "../call/call.js";
import type { VerifyContext } from "../call/context-token.js";
import { metadataKeys } from "../call/metadata-keys.js";
import { InFlightCounter } from "../concurrency/in-flight-counter.js";
import { Refusal, toRefusal, toServerErrorCode } from "../errors/refusal.js";
import { serializeMessage } from "../serialization/message-writer.js";
import type { Logger } from "../telemetry/logger.js";
import { getTraceId } from "../telemetry/traceparent.js";
import { startSpan, withinSpan } from "../telemetry/tracing.js";
import { type Authorize, createAuthorizer } from "./authorize.js";
import type {
  CallHandler,
  CallHandlerOptions,
  CallOutcome,
  IncomingCall,
  UntypedRpcHandler,
} from "./call-handler.types.js";
import { buildReply, getAccess } from "./definition.js";
import { toGrpcStatus } from "./service-errors.js";
import { seal } from "./messages/sealed.js";

interface CallAccess {
  verify: VerifyContext;
  authorize: Authorize;
}

/** The deadline of a call without one; the gateway always sends one. */
const defaultDeadlineMs = 5000;

/**
 * The call of a caller whose context is valid.
 * @throws Refusal unauthorized without a valid call context, forbidden without the scope
 */
function readCall(incoming: IncomingCall, method: DescMethod, access: CallAccess, traceparent: string): Call {
  const { request, readMetadata, signal, deadline } = incoming;
  const storedReplyOnly = readStoredReplyOnly(incoming);
  const context =
    incoming.context ?? readMetadata(storedReplyOnly ? metadataKeys.storedReplyContext : metadataKeys.context);
  const verified = context ? access.verify(context) : undefined;
  if (!verified) throw new Refusal("unauthorized", "This call carries no valid call context.");
  access.authorize(verified);
  const idempotencyKey = readMetadata(metadataKeys.idempotencyKey);
  const material = readMetadata(metadataKeys.material);
  const { businessId, country, currency, timeZone, keyId, scopes, operator } = verified.caller;
  // What may be absent comes last: an object that begins with `...` and then gets more properties costs as much as the rest of a call in memory.
  return {
    businessId,
    country,
    currency,
    timeZone,
    keyId,
    scopes,
    requestId: readMetadata(metadataKeys.requestId) ?? "none",
    traceparent,
    deadline: Number.isFinite(deadline) ? deadline : Date.now() + defaultDeadlineMs,
    signal,
    operation: `${method.parent.typeName}.${method.name}`,
    requestDigest: () => createHash("sha256").update(serializeMessage(method.input, request)).digest("base64url"),
    ...(operator !== undefined && { operator }),
    ...(idempotencyKey && { idempotencyKey }),
    ...(storedReplyOnly && { storedReplyOnly }),
    ...(material !== undefined && { material }),
  };
}

/** @throws Refusal unauthorized for another value than the gateway sends */
function readStoredReplyOnly({ readMetadata }: IncomingCall): StoredReplyOnly | undefined {
  const code = readMetadata(metadataKeys.storedReplyOnly);
  if (code === undefined || code === "proposal_expired" || code === "proposal_invalid") return code;
  throw new Refusal("unauthorized", "This call asks for a look-up of an unknown kind.");
}

/** How the service answers one rpc, whichever transport carries the call. */
export function createCallHandler(
  method: DescMethod,
  handle: UntypedRpcHandler,
  options: CallHandlerOptions,
): CallHandler {
  const { logger, metrics, verify, underWay = new InFlightCounter() } = options;
  const authorize = createAuthorizer(method, options.service, logger);
  const access = getAccess(method);
  const name = `${method.parent.name}.${method.name}`;
  return async (incoming) => {
    const started = performance.now();
    const span = startServerSpan(incoming, method);
    let call: Call | undefined;
    const finish = (code: string, error?: unknown) => {
      const ms = performance.now() - started;
      metrics.inFlight.dec();
      metrics.rpcSeconds.observe({ rpc: name, code }, ms / 1000);
      span.end({ attributes: toEndAttributes(code, error, call), error: toServerErrorCode(error) });
      const line = { rpc: name, code, ms: Math.round(ms * 10) / 10, ...toLogFields(call) };
      logOutcome(logger, line, error, call);
    };
    metrics.inFlight.inc();
    try {
      const outcome = await underWay.run(serve);
      finish("ok");
      return outcome;
    } catch (error) {
      finish(toRefusal(error).code, error);
      return { refusal: toRefusal(error, access) };
    }

    async function serve(): Promise<CallOutcome> {
      const known = readCall(incoming, method, { verify, authorize }, span.traceparent);
      call = known;
      seal(method.input, incoming.request);
      const fields = await withinSpan(span.traceparent, () => handle(incoming.request, known));
      return { reply: buildReply(method.output, fields), replayed: known.replayed === true };
    }
  };
}

function startServerSpan(incoming: IncomingCall, method: DescMethod) {
  return startSpan({
    name: `${method.parent.typeName}/${method.name}`,
    kind: "server",
    parent: incoming.readMetadata(metadataKeys.traceparent),
    attributes: { "rpc.system": "grpc", "rpc.service": method.parent.typeName, "rpc.method": method.name },
  });
}

/** A refusal is a normal answer; any other error is logged as "rpc failed", as a warning when it is temporary. */
function logOutcome(logger: Logger, line: { code: string }, error: unknown, call: Call | undefined): void {
  if (line.code === "internal_server_error") logger.error({ ...line, err: error }, "rpc failed");
  else if (error && !(error instanceof Refusal)) logger.warn({ ...line, err: error }, "rpc failed");
  // A look-up of the gateway about no business: every gateway asks for changes once a second.
  else if (call?.businessId === "") logger.debug(line, "rpc");
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
