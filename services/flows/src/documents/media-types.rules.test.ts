import fc from "fast-check";
import { expect, test } from "vitest";
import { createMediaTypeDetector } from "./media-types.rules.js";

function detect(content: Uint8Array, size = 3) {
  const detector = createMediaTypeDetector();
  for (let at = 0; at < content.length; at += size) detector.read(content.subarray(at, at + size));
  return detector.finish();
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);

test.each([
  ["a PDF", Buffer.from("%PDF-1.7\n\u0000\u0001"), "application/pdf"],
  ["a PNG", png, "image/png"],
  ["a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10]), "image/jpeg"],
  ["a text", Buffer.from("# Términos\n\n- uno\t→ dos\r\n"), "text/plain"],
  ["HTML, which is served as any other text", Buffer.from("<script>alert(1)</script>"), "text/plain"],
  ["a zip file", Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), undefined],
  ["a program", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1]), undefined],
  ["text in Latin-1", Buffer.from("Términos", "latin1"), undefined],
  ["text with a zero byte", Buffer.from("a\u0000b"), undefined],
  ["a text that ends inside a character", Buffer.from("é").subarray(0, 1), undefined],
  ["nothing", Buffer.alloc(0), undefined],
])("%s is recognised by its bytes", (_what, content, expected) => {
  for (const size of [1, 3, 1000]) expect(detect(content, size)).toBe(expected);
});

test("how a file is cut into parts changes nothing", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.integer({ min: 1, max: 10 }), (content, size) => {
      expect(detect(content, size)).toBe(detect(content, 1000));
    }),
  );
});
