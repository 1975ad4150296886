import type { DescMessage, DescMethod, MessageShape } from "@bufbuild/protobuf";
import { type Client, Metadata, type MethodDefinition, status } from "@grpc/grpc-js";
import type { Call } from "../call/call.js";
import type { Access } from "../call/scopes.js";
import { metadataKeys } from "../call/metadata-keys.js";
import { toRefusal, toServerErrorCode } from "../errors/refusal.js";
import { startSpan } from "../telemetry/tracing.js";
import type { Span } from "../telemetry/tracing.types.js";
import type { RpcReply } from "./client.types.js";
import { getAccess } from "./definition.js";
import { readServiceRefusal } from "./service-errors.js";
import { toUnansweredCall } from "./unanswered-call.js";

export interface UnaryRequest {
  client: Client;
  /** Name of the called service. */
  service: string;
  definition: MethodDefinition<MessageShape<DescMessage>, MessageShape<DescMessage>>;
  request: MessageShape<DescMessage>;
  call: Call;
  /** The signed call context. */
  context: string;
  /** Milliseconds since 1970. */
  deadline: number;
}

/** Sends one attempt in a span of its own. */
export async function sendTraced(method: DescMethod, unary: UnaryRequest): Promise<RpcReply<DescMessage>> {
  const span = startClientSpan(method, unary);
  try {
    const reply = await send(unary, getAccess(method), span.traceparent);
    span.end({ attributes: { "rpc.grpc.status_code": status.OK } });
    return reply;
  } catch (error) {
    span.end({ attributes: { "tenantops.code": toRefusal(error).code }, error: toServerErrorCode(error) });
    throw error;
  }
}

function startClientSpan(method: DescMethod, { service, call }: UnaryRequest): Span {
  return startSpan({
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
}

function send(unary: UnaryRequest, access: Access, traceparent: string): Promise<RpcReply<DescMessage>> {
  const { client, service, definition, request, call, deadline } = unary;
  const { path, requestSerialize, responseDeserialize } = definition;
  const metadata = createMetadata(unary, traceparent);
  return new Promise((resolve, reject) => {
    let reply: MessageShape<DescMessage> | undefined;
    const running = client.makeUnaryRequest(
      path,
      requestSerialize,
      (bytes) => {
        call.onReply?.();
        return responseDeserialize(bytes);
      },
      request,
      metadata,
      { deadline },
      (error, message) => {
        if (!error) reply = message;
        else
          reject(readServiceRefusal(error) ?? toUnansweredCall(error, service, access, call.signal?.aborted === true));
      },
    );
    const cancel = () => running.cancel();
    call.signal?.addEventListener("abort", cancel, { once: true });
    // A signal that was aborted before, for example during the delay of a retry, fires no event.
    if (call.signal?.aborted) cancel();
    // The trailer, which says whether this is a stored answer, comes after the message.
    running.on("status", ({ metadata: trailer }) => {
      call.signal?.removeEventListener("abort", cancel);
      call.onReply?.();
      if (reply) resolve({ message: reply, replayed: trailer.get(metadataKeys.replayed).length > 0 });
    });
  });
}

function createMetadata({ call, context }: UnaryRequest, traceparent: string): Metadata {
  const metadata = new Metadata();
  metadata.set(call.storedReplyOnly ? metadataKeys.storedReplyContext : metadataKeys.context, context);
  if (call.storedReplyOnly) metadata.set(metadataKeys.storedReplyOnly, call.storedReplyOnly);
  metadata.set(metadataKeys.requestId, call.requestId);
  metadata.set(metadataKeys.traceparent, traceparent);
  if (call.idempotencyKey) metadata.set(metadataKeys.idempotencyKey, call.idempotencyKey);
  return metadata;
}
