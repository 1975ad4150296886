import { type Caller, createContextSigner, type SignContext } from "@tenant-ops/kit/call";
import { newContextKeys } from "@tenant-ops/kit/testing";
import type { House } from "./house.js";

/** Who a genuine call context of the gateway would name. */
export const someCaller = (businessId: string): Caller => ({
  businessId,
  country: "MX",
  currency: "MXN",
  timeZone: "America/Mexico_City",
  keyId: "key_x",
  scopes: ["*"],
});

/** How the gateway of this house signs. */
export function genuine({ mesh }: House, now?: () => number): SignContext {
  return createContextSigner("gateway", secretOf(mesh.secrets, "gatewayCallContextPrivateKey"), now);
}

/** Call contexts that somebody inside of the network could try, by name. */
export function forgeries(house: House, ownBusinessId: string): [name: string, sign: SignContext][] {
  const own = genuine(house);
  const { secrets } = house.mesh;
  const flowsKey = secretOf(secrets, "flowsCallContextPrivateKey");
  /** Genuine, with other claims under the same signature. */
  const altered: SignContext = (caller, audience) => {
    const [payload = "", signature = ""] = own({ ...caller, businessId: ownBusinessId }, audience).split(".");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
    return `${encoded({ ...claims, businessId: caller.businessId })}.${signature}`;
  };
  return [
    ["none", () => ""],
    ["a word", () => "gateway"],
    ["claims without a signature", (caller, audience) => own(caller, audience).split(".")[0] ?? ""],
    ["claims with an empty signature", (caller, audience) => `${own(caller, audience).split(".")[0]}.`],
    ["a genuine one for another business", altered],
    ["a genuine one for another service", (caller) => own(caller, "elsewhere")],
    ["a genuine one that has expired", genuine(house, () => Date.now() - 120_000)],
    ["one signed with an own key", createContextSigner("gateway", newContextKeys("gateway").privateKey)],
    ["one that another issuer's key has signed", createContextSigner("gateway", flowsKey)],
    [
      "one of an issuer that nobody knows",
      createContextSigner("attacker", secretOf(secrets, "gatewayCallContextPrivateKey")),
    ],
    [
      "one of the issuer __proto__",
      createContextSigner("__proto__", secretOf(secrets, "gatewayCallContextPrivateKey")),
    ],
  ];
}

const encoded = (claims: object): string => Buffer.from(JSON.stringify(claims)).toString("base64url");

function secretOf(secrets: Record<string, string>, name: string): string {
  const secret = secrets[name];
  if (!secret) throw new Error(`the mesh has no ${name}`);
  return secret;
}
