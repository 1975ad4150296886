import { createPrivateKey } from "node:crypto";
import * as z from "zod";

/** A private key that signs tokens. It is checked at the start: a wrong key is then reported with the name of its setting. */
export const signingKey = (description: string) =>
  z
    .string()
    .refine(isEd25519, "must be a PKCS#8 Ed25519 key in base64url")
    .describe(description)
    .meta({ secret: true, description });

function isEd25519(text: string): boolean {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, "base64url"), format: "der", type: "pkcs8" });
    return key.asymmetricKeyType === "ed25519";
  } catch {
    return false;
  }
}
