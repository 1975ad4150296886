import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { Call } from "../call/call.js";
import type { SignContext } from "../call/context-token.js";
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
  /** Signs the call context, for a transport to another process. */
  sign: SignContext;
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

/** The names of the values that a service needs in addition to the context, the request and the deadline. */
const valueNames = [
  metadataKeys.requestId,
  metadataKeys.traceparent,
  metadataKeys.storedReplyOnly,
  metadataKeys.idempotencyKey,
  metadataKeys.material,
];

/** One of these values. The same for every transport. */
export function readCallValue({ call, traceparent }: RpcAttempt<unknown>, name: string): string | undefined {
  switch (name) {
    case metadataKeys.requestId:
      return call.requestId;
    case metadataKeys.traceparent:
      return traceparent;
    case metadataKeys.storedReplyOnly:
      return call.storedReplyOnly;
    case metadataKeys.idempotencyKey:
      return call.idempotencyKey;
    case metadataKeys.material:
      return call.material;
    default:
      return undefined;
  }
}

/** All of them with the signed context, for a transport to another process. */
export function createCallMetadata(attempt: RpcAttempt<unknown>): [name: string, value: string][] {
  const { call, service, sign } = attempt;
  const contextName = call.storedReplyOnly ? metadataKeys.storedReplyContext : metadataKeys.context;
  const values: [string, string][] = [[contextName, sign(call, service)]];
  for (const name of valueNames) {
    const value = readCallValue(attempt, name);
    if (value !== undefined) values.push([name, value]);
  }
  return values;
}
