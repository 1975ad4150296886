import { createHmac, randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

// Signatures of the Standard Webhooks specification: https://www.standardwebhooks.com

/** `whsec_` and 32 random bytes, as the specification recommends. */
export function generateSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

const toKey = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ""), "base64");

/**
 * The signature headers of one request. Timestamp and signature are new on every attempt, so a receiver may refuse old requests; the id
 * stays, so a receiver can recognise a repeat.
 * @param secrets all that are valid now: two during a rotation, which gives two signatures
 */
export function createSignatureHeaders(
  secrets: readonly string[],
  webhookId: string,
  body: Buffer,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signed = `${webhookId}.${timestamp}.`;
  // Not by the library, whose SHA-256 is written in JavaScript.
  const sign = (secret: string) =>
    `v1,${createHmac("sha256", toKey(secret)).update(signed).update(body).digest("base64")}`;
  const signatures = secrets.map(sign);
  return {
    "webhook-id": webhookId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

/** Whether a request was signed with one of the secrets, at most five minutes ago. Names of headers are in lower case. */
export function isSignatureValid(
  secrets: readonly string[],
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): boolean {
  return secrets.some((secret) => {
    try {
      new Webhook(secret).verify(body.toString("utf8"), { ...headers });
      return true;
    } catch {
      return false;
    }
  });
}
