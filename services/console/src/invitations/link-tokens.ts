import { createHmac } from "node:crypto";

/**
 * The token of a link: it is made from the id, so that a repeat of the request gets the same link although no token is stored.
 * @param secret LINK_SECRET
 */
export function createLinkToken(secret: Buffer, purpose: string, id: string): string {
  return createHmac("sha256", secret).update(`${purpose}|${id}`).digest("base64url");
}
