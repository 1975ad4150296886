import { setTimeout as sleep } from "node:timers/promises";
import {
  create,
  type DescMessage,
  type DescMethod,
  type DescService,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { status } from "@grpc/grpc-js";
import type { Call } from "../call/call.js";
import { afterUnansweredTry, Refusal, toRefusal, toServerErrorCode } from "../errors/refusal.js";
import { startSpan } from "../telemetry/tracing.js";
import type { RpcClients, RpcClientsOptions, RpcJsonReply, RpcReply } from "./client.types.js";
import { type ClientMethod, createClientMethod, createJsonClientMethod, getAccess } from "./definition.js";
import { createSessionTransport } from "./session/session-transport.js";
import type { RpcAttempt, RpcAttemptReply, RpcTransport } from "./transport.types.js";
import { UnansweredCall } from "./unanswered-call.js";

const defaultTimeoutMs = 5000;
const defaultTriesMax = 4;
/** With less remaining time a retry could not finish. */
const retryTimeMsMin = 500;

export function createRpcClients(options: RpcClientsOptions): RpcClients {
  const transport = options.transport ?? createSessionTransport(options);
  const getMethod = rememberByMethod(createClientMethod);
  const getJsonMethod = rememberByMethod(createJsonClientMethod);

  async function send<Reply>(
    method: DescMethod,
    clientMethod: ClientMethod<Reply>,
    request: MessageShape<DescMessage>,
    call: Call,
    service = getServiceName(method.parent),
  ): Promise<RpcAttemptReply<Reply>> {
    const started = performance.now();
    const observe = (code: string) => {
      const labels = { target: service, rpc: method.name, code };
      options.metrics.clientSeconds.observe(labels, (performance.now() - started) / 1000);
    };
    let mayHaveWritten = false;
    for (let tries = 1; ; tries += 1) {
      try {
        const reply = await sendTraced(transport, method, {
          service,
          method: clientMethod,
          access: getAccess(method),
          request,
          call,
          sign: options.sign,
          deadline: Math.min(call.deadline, Date.now() + (options.timeoutMs ?? defaultTimeoutMs)),
        });
        observe("ok");
        return reply;
      } catch (error) {
        if (tries >= (options.triesMax ?? defaultTriesMax) || !mayRetry(error, method, call)) {
          observe(error instanceof Refusal ? error.code : "internal_server_error");
          throw mayHaveWritten && error instanceof Refusal ? afterUnansweredTry(error) : error;
        }
        mayHaveWritten ||= getAccess(method) === "write" && error instanceof Refusal && error.mayHaveWritten;
        await sleep(50 * 4 ** (tries - 1));
      }
    }
  }

  async function unary(
    method: DescMethod,
    request: MessageInitShape<DescMessage>,
    call: Call,
    service?: string,
  ): Promise<RpcReply<DescMessage>> {
    const sent = create(method.input, request);
    const { reply: message, replayed } = await send(method, getMethod(method), sent, call, service);
    return { message, replayed };
  }

  async function unaryJson(method: DescMethod, request: MessageShape<DescMessage>, call: Call): Promise<RpcJsonReply> {
    const { reply: json, replayed } = await send(method, getJsonMethod(method), request, call);
    return { json, replayed };
  }

  // `RpcClients` ties the types of request and reply to the method; here they are the ones of its descriptor.
  return { unary, unaryJson, close: () => transport.close() };
}

function rememberByMethod<Value>(createValue: (method: DescMethod) => Value): (method: DescMethod) => Value {
  const known = new Map<DescMethod, Value>();
  return (method) => {
    const value = known.get(method) ?? createValue(method);
    known.set(method, value);
    return value;
  };
}

/** `tenantops.supply.v1` → `supply`. */
export function getServiceName(service: DescService): string {
  return service.file.proto.package.split(".")[1] ?? "";
}

/**
 * Beside these retries grpc-js sends a call again that it could not send, or that the server refused before any handler ran. So a
 * write without an idempotency key is carried out at most once.
 */
function mayRetry(error: unknown, method: DescMethod, call: Call): boolean {
  if (call.signal?.aborted || call.deadline - Date.now() < retryTimeMsMin) return false;
  if (!(error instanceof Refusal) || error.code !== "service_unavailable") return false;
  if (error instanceof UnansweredCall && error.wasNotStarted) return true;
  return getAccess(method) === "read" || call.idempotencyKey !== undefined;
}

/** Sends one attempt in its own span. */
async function sendTraced<Reply>(
  transport: RpcTransport,
  rpc: DescMethod,
  attempt: Omit<RpcAttempt<Reply>, "traceparent">,
): Promise<RpcAttemptReply<Reply>> {
  const span = startSpan({
    name: `${rpc.parent.typeName}/${rpc.name}`,
    kind: "client",
    parent: attempt.call.traceparent,
    attributes: {
      "rpc.system": "grpc",
      "rpc.service": rpc.parent.typeName,
      "rpc.method": rpc.name,
      "server.address": attempt.service,
    },
  });
  try {
    const reply = await transport.send({ traceparent: span.traceparent, ...attempt });
    span.end({ attributes: { "rpc.grpc.status_code": status.OK } });
    return reply;
  } catch (error) {
    span.end({ attributes: { "tenantops.code": toRefusal(error).code }, error: toServerErrorCode(error) });
    throw error;
  }
}
