import { describe, expect, test } from "vitest";
import type { Caller } from "./call.js";
import { createContextSigner, createContextVerifier } from "./context-token.js";
import { createContextKeys } from "../testing/index.js";

const caller: Caller = {
  businessId: "biz_1",
  country: "MX",
  currency: "MXN",
  timeZone: "America/Mexico_City",
  keyId: "key_1",
  scopes: ["supply:read"],
};

describe("a call context", () => {
  const keys = createContextKeys("gateway");
  const sign = createContextSigner("gateway", keys.privateKey);

  test("tells the service it was made for who calls", () => {
    const verify = createContextVerifier(keys.publicKeys, "supply");
    expect(verify(sign(caller, "supply"))).toMatchObject(caller);
  });

  test("is worth nothing at another service", () => {
    expect(createContextVerifier(keys.publicKeys, "learning")(sign(caller, "supply"))).toBeUndefined();
  });

  test("is refused when it was signed by somebody else", () => {
    const stranger = createContextSigner("gateway", createContextKeys("gateway").privateKey);
    expect(createContextVerifier(keys.publicKeys, "supply")(stranger(caller, "supply"))).toBeUndefined();
  });

  test("is refused when the business in it was changed", () => {
    const [payload = "", signature] = sign(caller, "supply").split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, businessId: "biz_2" })).toString("base64url");
    expect(createContextVerifier(keys.publicKeys, "supply")(`${forged}.${signature}`)).toBeUndefined();
  });

  test("ends after a minute, also for a service that has seen it before", () => {
    let now = Date.now();
    const verify = createContextVerifier(keys.publicKeys, "supply", () => now);
    const context = sign(caller, "supply");
    expect(verify(context)).toBeDefined();
    now += 61_000;
    expect(verify(context)).toBeUndefined();
  });

  test("is signed anew before the old signature ends", () => {
    let now = Date.now();
    const patient = createContextSigner("gateway", keys.privateKey, () => now);
    const first = patient(caller, "supply");
    expect(patient(caller, "supply")).toBe(first);
    now += 31_000;
    expect(patient(caller, "supply")).not.toBe(first);
  });

  test.each(["", "x", "a.b", "a.b.c", "e30.e30"])("%j is not one", (context) => {
    expect(createContextVerifier(keys.publicKeys, "supply")(context)).toBeUndefined();
  });

  test("two keys of one issuer are believed during a rotation", () => {
    const next = createContextKeys("gateway");
    const verify = createContextVerifier(`${keys.publicKeys},${next.publicKeys}`, "supply");
    expect(verify(sign(caller, "supply"))).toBeDefined();
    expect(verify(createContextSigner("gateway", next.privateKey)(caller, "supply"))).toBeDefined();
  });
});
