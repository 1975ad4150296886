import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import type { Metadata, ServerUnaryCall, ServiceError } from "@grpc/grpc-js";
import { metadataKeys } from "../call/metadata-keys.js";
import type { CallHandler, IncomingCall } from "./call-handler.types.js";
import { createTrailer, toServiceError } from "./service-errors.js";

type UnaryCall = ServerUnaryCall<MessageShape<DescMessage>, MessageShape<DescMessage>>;
type Answer = (error: Partial<ServiceError> | null, reply?: object, trailer?: Metadata) => void;

/** What grpc-js calls for a unary rpc. */
export function createUnaryHandler(handle: CallHandler) {
  return (unary: UnaryCall, answer: Answer): void => {
    void handle(toIncomingCall(unary)).then((outcome) => {
      if (outcome.refusal) answer(toServiceError(outcome.refusal));
      else
        answer(null, outcome.reply, outcome.replayed ? createTrailer({ [metadataKeys.replayed]: "true" }) : undefined);
    });
  };
}

function toIncomingCall(unary: UnaryCall): IncomingCall {
  const abort = new AbortController();
  unary.on("cancelled", () => abort.abort());
  const deadline = unary.getDeadline();
  return {
    request: unary.request,
    readMetadata: (name) => unary.metadata.get(name)[0]?.toString(),
    signal: abort.signal,
    deadline: deadline instanceof Date ? deadline.getTime() : deadline,
  };
}
