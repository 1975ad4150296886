import type { MethodDefinition } from "@grpc/grpc-js";

const pass = (bytes: Buffer): Buffer => bytes;

/** The stream that carries many calls. Its messages are sequences of frames, not protobuf: see docs/decisions/0042. */
export const sessionMethod: MethodDefinition<Buffer, Buffer> = {
  path: "/tenantops.session.v1.SessionService/Open",
  requestStream: true,
  responseStream: true,
  requestSerialize: pass,
  requestDeserialize: pass,
  responseSerialize: pass,
  responseDeserialize: pass,
};

const kibibyte = 1024;

/** Frames are gathered into messages of at most this size; a larger frame is a message of its own. */
export const messageBytesMax = 512 * kibibyte;
/** Less than a server accepts in one message. The gateway accepts 256 KiB; a larger request is sent as a unary call. */
export const requestBytesMax = 448 * kibibyte;
/** Less than a client accepts in one message (16 MiB). */
export const replyBytesMax = 16_000 * kibibyte;
/** While the other side has more than this many unread bytes, only frames that cannot wait are queued. */
export const queuedBytesMax = 4096 * kibibyte;
/** Calls under way of a client on one stream. */
export const clientCallsMax = 1000;
/** More than a client sends: a handler can still run for a while after its call was cancelled. */
export const serverCallsMax = 4 * clientCallsMax;
