import type { ChannelOptions, MethodDefinition, ServiceDefinition } from "@grpc/grpc-js";
import {
  create,
  type DescMessage,
  type DescMethod,
  type DescService,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { messageWriter } from "./binary-writer.js";
import type { Call } from "../call/call.js";

/** The rpcs of a service as plain functions: a message and the call in, the fields of the answer out. */
export type RpcHandlers<Service extends DescService> = {
  [Name in keyof Service["method"]]: RpcHandler<Service["method"][Name]>;
};

export type RpcHandler<Method> = Method extends {
  input: infer Input extends DescMessage;
  output: infer Output extends DescMessage;
}
  ? (request: MessageShape<Input>, call: Call) => Promise<MessageInitShape<Output>>
  : never;

/** What grpc-js needs to know of one rpc, taken from its descriptor. No generated stubs. */
export function methodDefinition(
  method: DescMethod,
): MethodDefinition<MessageShape<DescMessage>, MessageShape<DescMessage>> {
  const [writeRequest, writeReply] = [messageWriter(method.input), messageWriter(method.output)];
  return {
    path: `/${method.parent.typeName}/${method.name}`,
    requestStream: false,
    responseStream: false,
    requestSerialize: writeRequest,
    requestDeserialize: (bytes) => fromBinary(method.input, bytes),
    responseSerialize: writeReply,
    responseDeserialize: (bytes) => fromBinary(method.output, bytes),
  };
}

export function serviceDefinition(service: DescService): ServiceDefinition {
  return Object.fromEntries(service.methods.map((method) => [method.localName, methodDefinition(method)]));
}

export function buildMessage(schema: DescMessage, init: Record<string, unknown>): MessageShape<DescMessage> {
  return create(schema, init);
}

const mebibyte = 1024 * 1024;

/** grpc-js's standard window of 64 KiB makes a list of 100 rows wait for a round trip; with 4 MiB it is a third faster. */
export const sharedChannelOptions: ChannelOptions = {
  "grpc-node.flow_control_window": 4 * mebibyte,
  // 500 learners with 200 modules each, under names as long as they may be, are ten; a larger answer would be our failure.
  "grpc.max_receive_message_length": 16 * mebibyte,
  "grpc.max_send_message_length": 16 * mebibyte,
};
