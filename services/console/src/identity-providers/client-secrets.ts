import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/**
 * Encrypts the client secret of a business at its identity provider.
 * @param linkSecret LINK_SECRET, of which a key for this purpose is made
 * @param businessId is authenticated with the text: copied to another business, it cannot be decrypted
 */
export function encryptClientSecret(linkSecret: Buffer, secret: string, businessId: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(linkSecret), iv).setAAD(Buffer.from(businessId));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${iv.toString("base64url")}.${text.toString("base64url")}`;
}

/** @throws Error after a change of LINK_SECRET, and for a text of another business */
export function decryptClientSecret(linkSecret: Buffer, stored: string, businessId: string): string {
  const [iv = "", text = ""] = stored.split(".");
  const bytes = Buffer.from(text, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", deriveKey(linkSecret), Buffer.from(iv, "base64url"));
  decipher.setAAD(Buffer.from(businessId)).setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
}

function deriveKey(linkSecret: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", linkSecret, "", "client secrets of identity providers", 32));
}
