import { describe, expect, test } from "vitest";
import { keepAddresses, parseTrustedProxies } from "./trusted-proxies.js";

describe("TRUSTED_PROXIES", () => {
  test("takes addresses and networks, or the word none", () => {
    expect(parseTrustedProxies("10.0.0.0/8, 192.0.2.7,2001:db8::/32")).toEqual([
      "10.0.0.0/8",
      "192.0.2.7",
      "2001:db8::/32",
    ]);
    expect(parseTrustedProxies("none")).toEqual([]);
  });

  test.each(["10.0.0.0/33", "ingress", "10.0.0", "10.0.0.0/8,", "true", "loopback", "10.0.0.1/", "none,10.0.0.1", " "])(
    "%j is refused, and the refusal names the wrong entry",
    (text) => {
      expect(parseTrustedProxies(text)).toMatch(/^".*" is no address and no network/);
    },
  );

  test.each(["0.0.0.0/0", "10.0.0.0/8,::/0"])("%j is refused: every caller would be a proxy", (text) => {
    expect(parseTrustedProxies(text)).toContain("contains every address");
  });
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7, 10.0.0.1", "203.0.113.7, 10.0.0.1"],
  ["x", ""],
  ["", ""],
  ["x, 203.0.113.7", "203.0.113.7"],
  ["203.0.113.7, x", ""],
  ["203.0.113.7, x, 10.0.0.1", "10.0.0.1"],
  ["203.0.113.7:4711", "203.0.113.7"],
  ["[2001:db8::1]:443, 2001:db8::2", "2001:db8::1, 2001:db8::2"],
  ["10.0.0.0/8", ""],
  ["unknown", ""],
  ["012.0.0.1", ""],
])("of X-Forwarded-For: %s the gateway keeps %j", (given, kept) => {
  expect(keepAddresses(given)).toBe(kept);
});
