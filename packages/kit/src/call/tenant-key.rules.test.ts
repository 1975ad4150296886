import { describe, expect, test } from "vitest";
import { hashKey, toKeyHint, hasKeyFormat, createKey, deriveKey } from "./tenant-key.js";

describe("a tenant key", () => {
  test.each(["live", "test"] as const)("of mode %s is recognised by its checksum", (mode) => {
    const key = createKey(mode);
    expect(key).toMatch(new RegExp(`^svc_${mode}_[0-9A-Za-z]{38}$`));
    expect(hasKeyFormat(key)).toBe(true);
  });

  test("with any one character changed is refused without a look-up", () => {
    const key = createKey("live");
    for (let at = 0; at < key.length; at += 1) {
      const other = key[at] === "x" ? "y" : "x";
      expect(hasKeyFormat(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
  });

  test.each(["", "svc_", "svc_live_", " ", "svc_live_" + "a".repeat(37), "svc_prod_" + "a".repeat(38)])(
    "%j is no tenant key",
    (text) => {
      expect(hasKeyFormat(text)).toBe(false);
    },
  );

  test("is never created twice", () => {
    expect(new Set(Array.from({ length: 1000 }, () => createKey("live"))).size).toBe(1000);
  });

  test("that is derived is the same for the same request, and differs for another request, mode or pepper", () => {
    const [pepper, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const key = deriveKey("live", pepper, "a");
    expect(hasKeyFormat(key)).toBe(true);
    expect(deriveKey("live", pepper, "a")).toBe(key);
    const others = [deriveKey("live", pepper, "b"), deriveKey("live", other, "a"), deriveKey("test", pepper, "a")];
    expect(new Set([key, ...others]).size).toBe(4);
  });

  test("has a hash that depends on the pepper, and a hint that is too short to guess the key", () => {
    const key = createKey("live");
    expect(hashKey(key, Buffer.from("a"))).not.toBe(hashKey(key, Buffer.from("b")));
    expect(toKeyHint(key).length).toBeLessThan(15);
  });
});
