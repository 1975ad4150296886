import type { DescMessage, DescMethod, MessageShape } from "@bufbuild/protobuf";
import { type Client, Metadata, status } from "@grpc/grpc-js";
import type { Call } from "../call/call.js";
import type { Access } from "../call/scopes.js";
import { metadataKeys } from "../call/metadata-keys.js";
import { toRefusal, toServerErrorCode } from "../errors/refusal.js";
import { startSpan } from "../telemetry/tracing.js";
import type { Span } from "../telemetry/tracing.types.js";
import { type ClientMethod, getAccess } from "./definition.js";
import { readServiceRefusal } from "./service-errors.js";
import { toUnansweredCall } from "./unanswered-call.js";

export interface UnaryRequest<Reply> {
  client: Client;
  /** Name of the called service. */
  service: string;
  method: ClientMethod<Reply>;
  request: MessageShape<DescMessage>;
  call: Call;
  /** The signed call context. */
  context: string;
  /** Milliseconds since 1970. */
  deadline: number;
}

export interface UnaryReply<Reply> {
  /** What the definition made of the bytes. */
  reply: Reply;
  /** True for the stored answer of an earlier call with the same idempotency key. */
  replayed: boolean;
}

/** Sends one attempt in a span of its own. */
export async function sendTraced<Reply>(method: DescMethod, unary: UnaryRequest<Reply>): Promise<UnaryReply<Reply>> {
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

function startClientSpan(method: DescMethod, { service, call }: UnaryRequest<unknown>): Span {
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

function send<Reply>(unary: UnaryRequest<Reply>, access: Access, traceparent: string): Promise<UnaryReply<Reply>> {
  const { client, service, method, request, call, deadline } = unary;
  const metadata = createMetadata(unary, traceparent);
  return new Promise((resolve, reject) => {
    let answer: { reply: Reply } | undefined;
    const running = client.makeUnaryRequest(
      method.path,
      method.serialize,
      (bytes) => {
        call.onReply?.();
        return method.deserialize(bytes);
      },
      request,
      metadata,
      { deadline },
      (error, message) => {
        if (!error) answer = { reply: message as Reply };
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
      if (answer) resolve({ ...answer, replayed: trailer.get(metadataKeys.replayed).length > 0 });
    });
  });
}

function createMetadata({ call, context }: UnaryRequest<unknown>, traceparent: string): Metadata {
  const metadata = new Metadata();
  metadata.set(call.storedReplyOnly ? metadataKeys.storedReplyContext : metadataKeys.context, context);
  if (call.storedReplyOnly) metadata.set(metadataKeys.storedReplyOnly, call.storedReplyOnly);
  metadata.set(metadataKeys.requestId, call.requestId);
  metadata.set(metadataKeys.traceparent, traceparent);
  if (call.idempotencyKey) metadata.set(metadataKeys.idempotencyKey, call.idempotencyKey);
  return metadata;
}
