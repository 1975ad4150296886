import { expect, test } from "vitest";
import { readSource } from "./sources.rules.js";

const chrome = "Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36";

test.each([
  ["direct", {}],
  ["instagram", { utmSource: "ig" }],
  ["email", { utmSource: "newsletter-november", referer: "https://www.google.com/" }],
  ["other", { utmSource: "poster" }],
  ["other", { utmSource: "$where.__proto__" }],
  ["facebook", { userAgent: `${chrome} [FBAN/FBIOS;FBAV/450.0]` }],
  ["instagram", { userAgent: `${chrome} Instagram 300.0`, referer: "https://l.instagram.com/" }],
  ["search", { referer: "https://www.google.com.mx/" }],
  ["search", { referer: "android-app://com.google.android.googlequicksearchbox/" }],
  ["email", { referer: "https://mail.google.com/" }],
  ["x", { referer: "https://t.co/abc" }],
  ["other", { referer: "https://example.com/" }],
  ["other", { referer: "https://notinstagram.com/" }],
  ["other", { referer: "nonsense" }],
] as const)("a visitor comes from %s with %j", (source, signs) => {
  expect(readSource({ utmSource: "", userAgent: chrome, referer: "", ...signs })).toBe(source);
});
