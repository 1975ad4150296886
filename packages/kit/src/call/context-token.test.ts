import { createPrivateKey, sign } from "node:crypto";
import { importJWK, jwtVerify, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { createContextKeys } from "../testing/index.js";
import type { Caller } from "./call.js";
import { createContextSigner, createContextVerifier } from "./context-token.js";

const caller: Caller = {
  businessId: "biz_01h455vb4pex5vsknk084sn02q",
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
    expect(createContextVerifier(keys.publicKeys, "supply")(sign(caller, "supply"))).toMatchObject({
      issuer: "gateway",
      caller,
    });
  });

  test("is not valid at another service", () => {
    expect(createContextVerifier(keys.publicKeys, "learning")(sign(caller, "supply"))).toBeUndefined();
  });

  test("that names no business is valid only at the service that accepts those, and keeps the name of its operator", () => {
    const operator = { ...caller, businessId: "", keyId: "operator:ana", scopes: [], operator: "ana" };
    const context = sign(operator, "accounts");
    expect(createContextVerifier(keys.publicKeys, "accounts")(context)).toBeUndefined();
    const verify = createContextVerifier(keys.publicKeys, "accounts", Date.now, true);
    expect(verify(context)).toEqual({ issuer: "gateway", caller: operator, exp: expect.any(Number) });
    expect(verify(sign(caller, "accounts"))?.caller).toEqual(caller);
  });

  test("is refused when it was signed with another key", () => {
    const forge = createContextSigner("gateway", createContextKeys("gateway").privateKey);
    expect(createContextVerifier(keys.publicKeys, "supply")(forge(caller, "supply"))).toBeUndefined();
  });

  test("is refused when its business was changed", () => {
    const changed = encode({ ...decode(payload), businessId: "biz_01h455vb4pex5vsknk084sn02r" });
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

  test("is signed again after the clock was set back, because a service that has not verified it yet would refuse it", () => {
    let now = Date.now();
    const signAtNow = createContextSigner("gateway", keys.privateKey, () => now);
    signAtNow(caller, "supply");
    now -= 3600_000;
    const verify = createContextVerifier(keys.publicKeys, "supply", () => now);
    expect(verify(signAtNow(caller, "supply"))).toBeDefined();
  });

  test.each(["", "x", "a.b", "a.b.c", "e30.e30.e30", `${header}.e30.e30`, `${header}.x.x`])(
    "%j is not valid",
    (context) => {
      expect(createContextVerifier(keys.publicKeys, "supply")(context)).toBeUndefined();
    },
  );

  test.each(["abc", "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo7hcvPapiMlr"])(
    "cannot be verified with a public key that is cut off or too long: the error names the setting and the entry",
    (wrong) => {
      const verify = () => createContextVerifier(`${keys.publicKeys},flows:${wrong}`, "supply");
      expect(verify).toThrow("CALL_CONTEXT_PUBLIC_KEYS: the key of entry 2 is no Ed25519 public key in base64url");
    },
  );

  test("may be signed with either of two keys of one issuer during a rotation", () => {
    const next = createContextKeys("gateway");
    const verify = createContextVerifier(`${keys.publicKeys},${next.publicKeys}`, "supply");
    expect(verify(sign(caller, "supply"))).toBeDefined();
    expect(verify(createContextSigner("gateway", next.privateKey)(caller, "supply"))).toBeDefined();
  });
});

describe("a context with a valid signature is refused", () => {
  const keys = createContextKeys("gateway");
  const key = createPrivateKey({ key: Buffer.from(keys.privateKey, "base64url"), format: "der", type: "pkcs8" });
  const now = Math.floor(Date.now() / 1000);
  const { businessId: _, ...withoutBusiness } = caller;
  const valid = { ...caller, iss: "gateway", aud: "supply", exp: now + 60 };
  const verifyClaims = (claims: unknown) => {
    const input = `${encode({ alg: "EdDSA" })}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
    const context = `${input}.${sign(null, Buffer.from(input), key).toString("base64url")}`;
    return createContextVerifier(keys.publicKeys, "supply")(context);
  };

  test.each<[string, unknown]>([
    ["without a business", { ...withoutBusiness, iss: "gateway", aud: "supply", exp: now + 60 }],
    ["with an operator as business", { ...valid, businessId: { $ne: "x" } }],
    ["with an empty business", { ...valid, businessId: "" }],
    ["with * as business", { ...valid, businessId: "*" }],
    ["with a list of businesses", { ...valid, businessId: [caller.businessId] }],
    ["with null as business", { ...valid, businessId: null }],
    ["with the id of another kind", { ...valid, businessId: caller.businessId.replace("biz", "key") }],
    ["with text after the business", { ...valid, businessId: `${caller.businessId}\n` }],
    ["with no expiry", { ...valid, exp: undefined }],
    ["with an expiry in ten years", { ...valid, exp: now + 10 * 365 * 86_400 }],
    ["with an expiry in three minutes", { ...valid, exp: now + 180 }],
    ["with text as expiry", { ...valid, exp: String(now + 60) }],
    ["with an expiry that is over", { ...valid, exp: now - 1 }],
    ["with a list of audiences", { ...valid, aud: ["supply"] }],
    ["with text as scopes", { ...valid, scopes: "*" }],
    ["with scopes that are no text", { ...valid, scopes: [{ $ne: "" }] }],
    ["without scopes", { ...valid, scopes: undefined }],
    ["without a key", { ...valid, keyId: undefined }],
    ["with a country that is no text", { ...valid, country: 1 }],
    ["with a currency that is no text", { ...valid, currency: {} }],
    ["with a time zone that is no text", { ...valid, timeZone: null }],
    ["with nothing", null],
    ["with a list", [valid]],
  ])("%s", (_name, claims) => {
    expect(verifyClaims(claims)).toBeUndefined();
  });

  test("and accepted with all claims", () => {
    expect(verifyClaims(valid)).toMatchObject({ issuer: "gateway", caller });
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
    expect(createContextVerifier(keys.publicKeys, "supply")(context)?.caller).toEqual(caller);
  });
});
