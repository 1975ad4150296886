import { type Client, Metadata } from "@grpc/grpc-js";
import { metadataKeys } from "../call/metadata-keys.js";
import { readServiceRefusal } from "./service-errors.js";
import { createCallMetadata, type RpcAttempt, type RpcAttemptReply } from "./transport.types.js";
import { toUnansweredCall } from "./unanswered-call.js";

/** One gRPC call per attempt. */
export function sendUnary<Reply>(client: Client, attempt: RpcAttempt<Reply>): Promise<RpcAttemptReply<Reply>> {
  const { service, method, request, call, deadline, access } = attempt;
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
      toMetadata(createCallMetadata(attempt)),
      { deadline },
      (error, message) => {
        if (!error) answer = { reply: message as Reply };
        else
          reject(readServiceRefusal(error) ?? toUnansweredCall(error, service, access, call.signal?.aborted === true));
      },
    );
    const cancel = () => running.cancel();
    call.signal?.addEventListener("abort", cancel);
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

function toMetadata(values: Iterable<[name: string, value: string]>): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of values) metadata.set(name, value);
  return metadata;
}
