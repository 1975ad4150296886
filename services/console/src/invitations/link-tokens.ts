import { createHmac } from "node:crypto";

export interface LinkSettings {
  APP_URL: string;
  LINK_SECRET: Buffer;
}

/**
 * The token of a link: it is made from the id, so that a repeat of the request gets the same link although no token is stored.
 * @param secret LINK_SECRET
 */
export function createLinkToken(secret: Buffer, purpose: string, id: string): string {
  return createHmac("sha256", secret).update(`${purpose}|${id}`).digest("base64url");
}

export function createInvitationToken({ LINK_SECRET }: LinkSettings, invitationId: string): string {
  return createLinkToken(LINK_SECRET, "invitation", invitationId);
}

export function createInvitationUrl(settings: LinkSettings, invitationId: string): string {
  return `${settings.APP_URL}/invitation/${createInvitationToken(settings, invitationId)}`;
}
