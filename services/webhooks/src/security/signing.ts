import { Webhook } from "standardwebhooks";

/**
 * The signature headers of one attempt, as the Standard Webhooks specification defines them. Timestamp and signature are new
 * on every attempt, so a receiver may refuse old requests; the id stays, so a receiver can recognise a repeat.
 * @param secrets all that are valid now: two during a rotation, which gives two signatures
 */
export function createSignatureHeaders(
  secrets: readonly string[],
  webhookId: string,
  body: Buffer,
  now: Date,
): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(webhookId, now, body.toString("utf8")));
  return {
    "webhook-id": webhookId,
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}
