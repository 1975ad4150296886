import { randomBytes } from "node:crypto";

/** `whsec_` and 32 random bytes, as the Standard Webhooks specification recommends. */
export function generateSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
