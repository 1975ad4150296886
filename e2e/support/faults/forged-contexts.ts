import { createPrivateKey, sign as signBytes } from "node:crypto";
import { type Caller, createContextSigner, type SignContext } from "@tenant-ops/kit/call";
import { createContextKeys } from "@tenant-ops/kit/testing";
import type { TestMesh } from "../mesh/test-mesh.js";

/** A caller as the gateway would sign it. */
export const createCaller = (businessId: string): Caller => ({
  businessId,
  country: "MX",
  currency: "MXN",
  timeZone: "America/Mexico_City",
  keyId: "key_x",
  scopes: ["*"],
});

/** Signs call contexts with the key of the gateway. */
export function createGatewaySigner({ mesh }: TestMesh, now?: () => number): SignContext {
  return createContextSigner("gateway", requireSecret(mesh.secrets, "gatewayCallContextPrivateKey"), now);
}

/** Invalid call contexts that an attacker inside the network could send, with a name for each. */
export function createForgedSigners(testMesh: TestMesh, ownBusinessId: string): [name: string, sign: SignContext][] {
  const own = createGatewaySigner(testMesh);
  const { secrets } = testMesh.mesh;
  const flowsKey = requireSecret(secrets, "flowsCallContextPrivateKey");
  /** A valid context whose claims were changed under the same signature. */
  const altered: SignContext = (caller, audience) => {
    const [header = "", payload = "", signature = ""] = own({ ...caller, businessId: ownBusinessId }, audience).split(
      ".",
    );
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
    return `${header}.${encodeJson({ ...claims, businessId: caller.businessId })}.${signature}`;
  };
  return [
    ["none", () => ""],
    ["a word", () => "gateway"],
    ["claims without a signature", (caller, audience) => own(caller, audience).split(".").slice(0, 2).join(".")],
    ["claims with an empty signature", (caller, audience) => own(caller, audience).replace(/[^.]+$/, "")],
    ["one with the algorithm none", (caller, audience) => own(caller, audience).replace(/^[^.]+/, unsignedHeader)],
    ["a valid one with a changed business", altered],
    ["a valid one for another service", (caller) => own(caller, "elsewhere")],
    ["a valid one that has expired", createGatewaySigner(testMesh, () => Date.now() - 120_000)],
    ["one signed with the attacker's own key", createContextSigner("gateway", createContextKeys("gateway").privateKey)],
    ["one signed with the key of another issuer", createContextSigner("gateway", flowsKey)],
    [
      "one of an unknown issuer",
      createContextSigner("attacker", requireSecret(secrets, "gatewayCallContextPrivateKey")),
    ],
    [
      "one of the issuer __proto__",
      createContextSigner("__proto__", requireSecret(secrets, "gatewayCallContextPrivateKey")),
    ],
  ];
}

/**
 * Claims that no gateway signs, signed with the key of the gateway: what a fault in the gateway, or an attacker with its key, could
 * send. Each with a name.
 */
export function createMalformedSigners(testMesh: TestMesh): [name: string, sign: SignContext][] {
  const now = () => Math.floor(Date.now() / 1000);
  const changes: [name: string, change: object][] = [
    ["no business", { businessId: undefined }],
    ["an operator as business", { businessId: { $ne: "x" } }],
    ["an empty business", { businessId: "" }],
    ["* as business", { businessId: "*" }],
    ["a list of businesses", { businessId: ["biz_01h455vb4pex5vsknk084sn02q"] }],
    ["no expiry", { exp: undefined }],
    ["an expiry in ten years", { exp: now() + 10 * 365 * 86_400 }],
    ["text as expiry", { exp: String(now() + 60) }],
    ["text as scopes", { scopes: "*" }],
    ["scopes that are no text", { scopes: [{ $ne: "" }] }],
  ];
  return changes.map(([name, change]) => [
    name,
    (caller, audience) =>
      signClaims(testMesh, { ...caller, iss: "gateway", aud: audience, exp: now() + 60, ...change }),
  ]);
}

/** Any claims with a valid signature of the gateway. */
export function signClaims({ mesh }: TestMesh, claims: object): string {
  const der = Buffer.from(requireSecret(mesh.secrets, "gatewayCallContextPrivateKey"), "base64url");
  const input = `${encodeJson({ alg: "EdDSA" })}.${encodeJson(claims)}`;
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  return `${input}.${signBytes(null, Buffer.from(input), key).toString("base64url")}`;
}

const encodeJson = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const unsignedHeader = encodeJson({ alg: "none" });

function requireSecret(secrets: Record<string, string>, name: string): string {
  const secret = secrets[name];
  if (!secret) throw new Error(`the mesh has no ${name}`);
  return secret;
}
