import { type ChannelCredentials, Client, credentials as plain, Metadata } from "@grpc/grpc-js";
import { metadataKeys } from "../call/metadata-keys.js";
import { createCallMetadata } from "./call-metadata.js";
import { clientChannelOptions } from "./channel-options.js";
import { readServiceRefusal } from "./service-errors.js";
import type { RpcAttempt, RpcAttemptReply, RpcTransport } from "./transport.types.js";
import { toUnansweredCall } from "./unanswered-call.js";

export interface UnaryTransportOptions {
  /** Address per service name. */
  addresses: Record<string, string>;
  /** Plain connections by default. */
  credentials?: ChannelCredentials;
}

/** One gRPC call per attempt. One channel per service, created at the first call. */
export function createUnaryTransport({ addresses, credentials }: UnaryTransportOptions): RpcTransport {
  const channels = new Map<string, Client>();

  function getChannel(service: string): Client {
    const address = addresses[service];
    if (!address) throw new Error(`No address for the service ${service}`);
    const channel =
      channels.get(service) ?? new Client(address, credentials ?? plain.createInsecure(), clientChannelOptions);
    channels.set(service, channel);
    return channel;
  }

  return {
    send: async (attempt) => sendUnary(getChannel(attempt.service), attempt),
    close: () => channels.forEach((client) => client.close()),
  };
}

function sendUnary<Reply>(client: Client, attempt: RpcAttempt<Reply>): Promise<RpcAttemptReply<Reply>> {
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

function toMetadata(values: Iterable<[name: string, value: string]>): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of values) metadata.set(name, value);
  return metadata;
}
