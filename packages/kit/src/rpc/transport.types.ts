import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { Call } from "../call/call.js";
import { metadataKeys } from "../call/metadata-keys.js";
import type { Access } from "../call/scopes.js";
import type { ClientMethod } from "./definition.js";

/** One attempt to carry out a call. A call that is repeated makes several. */
export interface RpcAttempt<Reply> {
  /** Name of the called service. */
  service: string;
  method: ClientMethod<Reply>;
  access: Access;
  request: MessageShape<DescMessage>;
  call: Call;
  /** The signed call context. */
  context: string;
  /** Span of the attempt. */
  traceparent: string;
  /** Milliseconds since 1970. */
  deadline: number;
}

export interface RpcAttemptReply<Reply> {
  /** What the definition of the method made of the bytes. */
  reply: Reply;
  /** True for the stored answer of an earlier call with the same idempotency key. */
  replayed: boolean;
}

/** Carries attempts to the services. It keeps the deadline, passes on cancellation and calls `onReply` of the call. */
export interface RpcTransport {
  /** @throws Refusal of the service, or UnansweredCall */
  send<Reply>(attempt: RpcAttempt<Reply>): Promise<RpcAttemptReply<Reply>>;
  close(): void;
}

/** The data of a call that a service needs in addition to the request and the deadline. The same for every transport. */
export function createCallMetadata({
  call,
  context,
  traceparent,
}: RpcAttempt<unknown>): [name: string, value: string][] {
  const { storedReplyOnly, requestId, idempotencyKey, material } = call;
  const values: [string, string][] = [
    [storedReplyOnly ? metadataKeys.storedReplyContext : metadataKeys.context, context],
    [metadataKeys.requestId, requestId],
    [metadataKeys.traceparent, traceparent],
  ];
  if (storedReplyOnly) values.push([metadataKeys.storedReplyOnly, storedReplyOnly]);
  if (idempotencyKey) values.push([metadataKeys.idempotencyKey, idempotencyKey]);
  if (material !== undefined) values.push([metadataKeys.material, material]);
  return values;
}
