import { generateKeyPairSync } from "node:crypto";

/** An Ed25519 key pair in the formats of our settings. */
export function createContextKeys(issuer: string): { privateKey: string; publicKeys: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x } = publicKey.export({ format: "jwk" });
  const der = privateKey.export({ format: "der", type: "pkcs8" });
  return { privateKey: der.toString("base64url"), publicKeys: `${issuer}:${x}` };
}
