import { Webhook } from "standardwebhooks";

/**
 * The headers of one attempt, by the Standard Webhooks specification. Timestamp and signature are fresh on every attempt,
 * so a receiver may refuse what is older than five minutes; the id stays, so it can tell a repeat.
 * @param secrets all that are valid now: during a rotation there are two, and two signatures
 */
export function signedHeaders(
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
