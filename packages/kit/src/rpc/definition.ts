import {
  create,
  type DescMessage,
  type DescMethod,
  type DescService,
  fromBinary,
  getOption,
  type Message,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import type { MethodDefinition } from "@grpc/grpc-js";
import { batched } from "@tenant-ops/proto/common";
import type { Call } from "../call/call.js";
import type { Access } from "../call/scopes.js";
import type { JsonBytes } from "../serialization/json-output.js";
import { createJsonReader } from "./messages/message-json.js";
import { getMessageWriter } from "../serialization/message-writer.js";

/** An answer of an rpc that its handler writes itself, in the form that the transport needs. The type says of which message. */
export class EncodedReply<Output extends DescMessage> {
  declare readonly output: Output;

  /**
   * @param toBytes the message
   * @param toJson the same as a client would read it from the message
   */
  constructor(
    readonly toBytes: () => Buffer,
    readonly toJson: () => JsonBytes,
  ) {}
}

/** The handlers of a service: functions that get a message and the call, and return the fields of the answer. */
export type RpcHandlers<Service extends DescService> = {
  [Name in keyof Service["method"]]: RpcHandler<Service["method"][Name]>;
};

export type RpcHandler<Method> = Method extends {
  input: infer Input extends DescMessage;
  output: infer Output extends DescMessage;
}
  ? (request: MessageShape<Input>, call: Call) => Promise<MessageInitShape<Output> | EncodedReply<Output>>
  : never;

/** The fields of a message: what a rule takes that serves a tool and a REST route. */
export type FieldsOf<Request extends Message> = Omit<Request, keyof Message>;

/** The definition of one rpc for grpc-js, from its descriptor. There are no generated stubs. */
export function createMethodDefinition(method: DescMethod): MethodDefinition<
  MessageShape<DescMessage>,
  MessageShape<DescMessage>
> & {
  responseSerialize: (reply: MessageShape<DescMessage> | EncodedReply<DescMessage>) => Buffer;
} {
  const [writeRequest, writeReply] = [getMessageWriter(method.input), getMessageWriter(method.output)];
  return {
    path: `/${method.parent.typeName}/${method.name}`,
    requestStream: false,
    responseStream: false,
    requestSerialize: writeRequest,
    requestDeserialize: (bytes) => fromBinary(method.input, bytes),
    responseSerialize: (reply) => (reply instanceof EncodedReply ? reply.toBytes() : writeReply(reply)),
    responseDeserialize: (bytes) => fromBinary(method.output, bytes),
  };
}

/** The parts of an rpc that a client uses. `Reply` is the decoded answer. */
export interface ClientMethod<Reply> {
  path: string;
  serialize: (request: MessageShape<DescMessage>) => Buffer;
  deserialize: (bytes: Buffer) => Reply;
  /** The same from an answer of this process that needs no bytes. */
  readEncoded?: (reply: EncodedReply<DescMessage>) => Reply;
  /** The option `batched`: calls of a business go to one replica. */
  isBatched: boolean;
}

export function createClientMethod(method: DescMethod): ClientMethod<MessageShape<DescMessage>> {
  const { path, requestSerialize, responseDeserialize } = createMethodDefinition(method);
  const isBatched = getOption(method, batched);
  return { path, serialize: requestSerialize, deserialize: responseDeserialize, isBatched };
}

export function createJsonClientMethod(method: DescMethod): ClientMethod<JsonBytes> {
  const readEncoded = (reply: EncodedReply<DescMessage>) => reply.toJson();
  return { ...createClientMethod(method), deserialize: createJsonReader(method.output), readEncoded };
}

/** What an rpc does, by its option `idempotency_level`; it also says which scope the rpc needs. */
export function getAccess(method: DescMethod): Access {
  return method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS ? "read" : "write";
}

/** The answer of a handler as it will be serialized. */
export function buildReply(
  schema: DescMessage,
  reply: Record<string, unknown> | EncodedReply<DescMessage>,
): MessageShape<DescMessage> | EncodedReply<DescMessage> {
  return reply instanceof EncodedReply ? reply : create(schema, reply);
}
