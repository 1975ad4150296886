import { expect, test } from "vitest";
import { createCursorCodec } from "./cursor.js";

const codec = createCursorCodec(() => "things of biz_1");
const encodeJson = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const [fingerprint] = JSON.parse(Buffer.from(codec.encode([]), "base64url").toString()) as [string];

test("a position is read as it was written", () => {
  const position = ["text", 7, true, null, new Date("2026-01-01")];
  expect(codec.decode(codec.encode(position), position.length)).toEqual(position);
});

test("a cursor of another list is refused", () => {
  const other = createCursorCodec(() => "things of biz_2");
  expect(() => codec.decode(other.encode(["a"]), 1)).toThrow(expect.objectContaining({ code: "invalid_cursor" }));
});

test.each(["", "x", encodeJson({}), encodeJson([]), codec.encode(["a", "b"])])("%j is refused", (cursor) => {
  expect(() => codec.decode(cursor, 1)).toThrow(expect.objectContaining({ code: "invalid_cursor" }));
});

test("an operator in a forged cursor does not get into the position", () => {
  expect(codec.decode(encodeJson([fingerprint, { $gt: "" }]), 1)).toEqual([null]);
});
