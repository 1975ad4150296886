import { expect, test } from "vitest";
import { splitHidden } from "./safe-text.rules.js";

const show = (text: string) =>
  splitHidden(text)
    .map((part) => (part.isHidden ? `[${part.text}]` : part.text))
    .join("");

test.each([
  ["a character that turns the direction", "invoice\u202Efdp.exe", "invoice[U+202E]fdp.exe"],
  ["a character without width", "pay\u200Bpal", "pay[U+200B]pal"],
  ["a mark of the byte order", "\uFEFFname", "[U+FEFF]name"],
  ["a control character", "a\u0007\u001Bb\u0085", "a[U+0007][U+001B]b[U+0085]"],
  ["an empty letter", "\u3164", "[U+3164]"],
  ["letters of a hidden message", "ok\u{E0041}\u{E0042}", "ok[U+E0041][U+E0042]"],
  ["half of a character", "a\uD800b", "a[U+D800]b"],
  ["a separator of lines", "a\u2028b", "a[U+2028]b"],
  ["a joiner between letters", "a\u200Db", "a[U+200D]b"],
])("%s is shown by its number", (_name, text, shown) => {
  expect(show(text)).toBe(shown);
});

test.each([
  ["letters of every language", "Señor Müller, 株式会社, שלום, مرحبا, नमस्ते"],
  ["line breaks and tabs", "one\ntwo\tthree"],
  ["emojis, also of several", "🎁 👨‍👩‍👧 👩🏽‍🚀 ❤️"],
  ["markup", "<b>bold</b> &amp; https://example.com"],
  ["nothing", ""],
])("%s stay as they are", (_name, text) => {
  expect(show(text)).toBe(text);
});
