import { createPrivateKey } from "node:crypto";
import { importJWK, jwtVerify, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { createContextKeys } from "../testing/index.js";
import type { Caller } from "./call.js";
import { createContextSigner, createContextVerifier } from "./context-token.js";

const caller: Caller = {
  businessId: "biz_1",
  country: "MX",
  currency: "MXN",
  timeZone: "America/Mexico_City",
  keyId: "key_1",
  scopes: ["supply:read"],
};
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString()) as object;

describe("a call context", () => {
  const keys = createContextKeys("gateway");
  const sign = createContextSigner("gateway", keys.privateKey);
  const [header = "", payload = "", signature = ""] = sign(caller, "supply").split(".");

  test("gives the service that it was signed for the caller, and nothing else", () => {
    expect(createContextVerifier(keys.publicKeys, "supply")(sign(caller, "supply"))).toEqual(caller);
  });

  test("is not valid at another service", () => {
    expect(createContextVerifier(keys.publicKeys, "learning")(sign(caller, "supply"))).toBeUndefined();
  });

  test("is refused when it was signed with another key", () => {
    const forge = createContextSigner("gateway", createContextKeys("gateway").privateKey);
    expect(createContextVerifier(keys.publicKeys, "supply")(forge(caller, "supply"))).toBeUndefined();
  });

  test("is refused when its business was changed", () => {
    const changed = encode({ ...decode(payload), businessId: "biz_2" });
    expect(createContextVerifier(keys.publicKeys, "supply")(`${header}.${changed}.${signature}`)).toBeUndefined();
  });

  test.each([{ alg: "none" }, { alg: "HS256" }, { alg: "EdDSA", typ: "JWT" }])(
    "is refused with the header %j",
    (other) => {
      const verify = createContextVerifier(keys.publicKeys, "supply");
      expect(verify(`${encode(other)}.${payload}.${signature}`)).toBeUndefined();
      expect(verify(`${encode(other)}.${payload}.`)).toBeUndefined();
    },
  );

  test("expires after a minute, also at a service that has verified it before", () => {
    let now = Date.now();
    const verify = createContextVerifier(keys.publicKeys, "supply", () => now);
    const context = sign(caller, "supply");
    expect(verify(context)).toBeDefined();
    now += 61_000;
    expect(verify(context)).toBeUndefined();
  });

  test("is signed again before the old signature expires", () => {
    let now = Date.now();
    const signAtNow = createContextSigner("gateway", keys.privateKey, () => now);
    const first = signAtNow(caller, "supply");
    expect(signAtNow(caller, "supply")).toBe(first);
    now += 31_000;
    expect(signAtNow(caller, "supply")).not.toBe(first);
  });

  test.each(["", "x", "a.b", "a.b.c", "e30.e30.e30", `${header}.e30.e30`, `${header}.x.x`])(
    "%j is not valid",
    (context) => {
      expect(createContextVerifier(keys.publicKeys, "supply")(context)).toBeUndefined();
    },
  );

  test("may be signed with either of two keys of one issuer during a rotation", () => {
    const next = createContextKeys("gateway");
    const verify = createContextVerifier(`${keys.publicKeys},${next.publicKeys}`, "supply");
    expect(verify(sign(caller, "supply"))).toBeDefined();
    expect(verify(createContextSigner("gateway", next.privateKey)(caller, "supply"))).toBeDefined();
  });
});

describe("a call context is a standard JWS", () => {
  const keys = createContextKeys("gateway");

  test("jose verifies what we sign", async () => {
    const [, x = ""] = keys.publicKeys.split(":");
    const key = await importJWK({ kty: "OKP", crv: "Ed25519", x }, "EdDSA");
    const context = createContextSigner("gateway", keys.privateKey)(caller, "supply");
    const verified = await jwtVerify(context, key, { issuer: "gateway", audience: "supply", algorithms: ["EdDSA"] });
    expect(verified.payload).toMatchObject(caller);
  });

  test("we verify what jose signs", async () => {
    const key = createPrivateKey({ key: Buffer.from(keys.privateKey, "base64url"), format: "der", type: "pkcs8" });
    const context = await new SignJWT({ ...caller })
      .setProtectedHeader({ alg: "EdDSA" })
      .setIssuer("gateway")
      .setAudience("supply")
      .setExpirationTime("1m")
      .sign(key);
    expect(createContextVerifier(keys.publicKeys, "supply")(context)).toEqual(caller);
  });
});
