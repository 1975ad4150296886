import fc from "fast-check";
import { expect, test } from "vitest";
import { metadataKeys } from "../../call/metadata-keys.js";
import { decodeFrames, detailText, encodeFrame, frameKinds, methodText } from "./frames.js";

const names = [methodText, detailText, ...Object.values(metadataKeys)];
const uint32 = fc.integer({ min: 0, max: 0xffff_ffff });
const frame = fc.record({
  kind: fc.constantFrom(...Object.values(frameKinds)),
  callId: uint32,
  value: uint32,
  texts: fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), fc.string({ unit: "grapheme" })), { selector: ([name]) => name })
    .map((texts) => new Map(texts)),
  payload: fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
});
type Frame = typeof frame extends fc.Arbitrary<infer Value> ? Value : never;

function encode(frames: readonly Frame[]): Buffer {
  return Buffer.concat(frames.flatMap((one) => encodeFrame(one.kind, one.callId, one.value, one.texts, one.payload)));
}

test("frames of one message are read as they were written, with every metadata key", () => {
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 5 }), (frames) => {
      expect(decodeFrames(encode(frames))).toEqual(frames);
    }),
  );
});

test("a message that is cut off anywhere is malformed", () => {
  fc.assert(
    fc.property(frame, fc.nat(), (one, cut) => {
      const message = encode([one]);
      const rest = message.subarray(0, 1 + (cut % (message.length - 1)));
      expect(() => decodeFrames(rest)).toThrow(/Malformed frame/);
    }),
  );
});

test("bytes that are no frames are malformed or read as frames, and never read past their end", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        decodeFrames(Buffer.from(bytes));
      } catch (error) {
        expect(String(error)).toMatch(/Malformed frame/);
      }
    }),
  );
});

test("a text with a name that only newer processes know is ignored", () => {
  const [head] = encodeFrame(frameKinds.call, 1, 0, [[detailText, "kept?"]]);
  head[14] = 200;
  expect(decodeFrames(head)[0]?.texts.size).toBe(0);
});

test("a text that is too long for a frame is refused before it is sent", () => {
  expect(() => encodeFrame(frameKinds.call, 1, 0, [[detailText, "x".repeat(70_000)]])).toThrow(/larger than/);
});
