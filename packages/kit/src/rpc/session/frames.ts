import { metadataKeys } from "../../call/metadata-keys.js";

/** The kinds of frames of a session stream. An unknown kind comes from a newer process and is ignored. */
export const frameKinds = {
  /** Client: begin a call. `value`: milliseconds until its deadline. Texts: the method and its metadata. Payload: the request. */
  call: 1,
  /** Client: this call was cancelled. */
  cancel: 2,
  /** Server: the payload is the answer. */
  reply: 3,
  /** Server: the call was refused or failed. `value`: the gRPC status. Texts: the detail and the trailer. */
  failure: 4,
  /** Server: send new calls on another stream. Calls that were sent are still answered. */
  drain: 5,
} as const;

export interface Frame {
  kind: number;
  callId: number;
  value: number;
  texts: ReadonlyMap<string, string>;
  payload: Buffer;
}

export const methodText = "method";
export const detailText = "detail";

/** A name is sent as its position: append new ones, and keep the order. */
const textNames: readonly string[] = [
  methodText,
  detailText,
  metadataKeys.context,
  metadataKeys.storedReplyContext,
  metadataKeys.storedReplyOnly,
  metadataKeys.requestId,
  metadataKeys.traceparent,
  metadataKeys.idempotencyKey,
  metadataKeys.replayed,
  metadataKeys.error,
  metadataKeys.retryAfter,
  metadataKeys.mayHaveWritten,
  metadataKeys.material,
  metadataKeys.problems,
];
const textNumbers = new Map(textNames.map((name, number) => [name, number]));

/** Bytes of the frame after its length, kind of the frame, id of the call, value, number of texts. Integers are little-endian. */
const headBytes = 4 + 1 + 4 + 4 + 1;
/** Name and length of a text. */
const textHeadBytes = 1 + 2;
const textBytesMax = 0xffff;
const noPayload = Buffer.alloc(0);

/** The payload is not copied: the frame is the two buffers one after the other. */
export function encodeFrame(
  kind: number,
  callId: number,
  value: number,
  texts: Iterable<readonly [name: string, value: string]> = [],
  payload: Buffer = noPayload,
): [head: Buffer, payload: Buffer] {
  const numbered = [...texts].map(([name, text]) => [getTextNumber(name), text, measure(text)] as const);
  const length = numbered.reduce((sum, [, , bytes]) => sum + textHeadBytes + bytes, headBytes);
  const head = Buffer.allocUnsafe(length);
  head.writeUInt32LE(length + payload.length - 4, 0);
  head[4] = kind;
  head.writeUInt32LE(callId, 5);
  head.writeUInt32LE(value, 9);
  head[13] = numbered.length;
  let at = headBytes;
  for (const [number, text, bytes] of numbered) {
    head[at] = number;
    head.writeUInt16LE(bytes, at + 1);
    head.write(text, at + textHeadBytes);
    at += textHeadBytes + bytes;
  }
  return [head, payload];
}

function getTextNumber(name: string): number {
  const number = textNumbers.get(name);
  if (number === undefined) throw new Error(`${name} has no number in the frames of a session stream`);
  return number;
}

function measure(text: string): number {
  const bytes = Buffer.byteLength(text);
  if (bytes > textBytesMax) throw new Error(`A text of ${bytes} bytes is larger than a frame can carry`);
  return bytes;
}

/**
 * The frames of one message. Payloads share its memory.
 * @throws Error for a message that is not a sequence of whole frames
 */
export function decodeFrames(message: Buffer): Frame[] {
  const frames: Frame[] = [];
  for (let start = 0; start < message.length;) {
    const end = start + 4 + (message.length - start < headBytes ? Infinity : message.readUInt32LE(start));
    if (end > message.length || end < start + headBytes) throw new Error("Malformed frame: wrong length");
    frames.push(decodeFrame(message, start, end));
    start = end;
  }
  return frames;
}

function decodeFrame(message: Buffer, start: number, end: number): Frame {
  const texts = new Map<string, string>();
  let at = start + headBytes;
  for (let left = message.readUInt8(start + 13); left > 0; left -= 1) {
    const textStart = at + textHeadBytes;
    const textEnd = textStart > end ? Infinity : textStart + message.readUInt16LE(at + 1);
    if (textEnd > end) throw new Error("Malformed frame: a text is longer than its frame");
    // An unknown name comes from a newer process.
    const name = textNames[message.readUInt8(at)];
    if (name !== undefined) texts.set(name, message.toString("utf8", textStart, textEnd));
    at = textEnd;
  }
  return {
    kind: message.readUInt8(start + 4),
    callId: message.readUInt32LE(start + 5),
    value: message.readUInt32LE(start + 9),
    texts,
    payload: message.subarray(at, end),
  };
}
