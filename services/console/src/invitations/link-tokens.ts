import { createHmac } from "node:crypto";
import { hashToken } from "@tenant-ops/kit/http";

/** The values of LINK_SECRET: tokens are made with the first one and checked with all of them. */
export type LinkSecrets = readonly Buffer[];

export interface LinkSettings {
  APP_URL: string;
  LINK_SECRET: LinkSecrets;
}

/** @throws Error when there is none, which the setting does not allow */
export function getMakingSecret([first]: LinkSecrets): Buffer {
  if (!first) throw new Error("LINK_SECRET is empty");
  return first;
}

/** The token of a link. It is computed from the id, so that a repeated request gets the same link although no token is stored. */
export function createLinkToken(secret: Buffer, purpose: string, id: string): string {
  return createHmac("sha256", secret).update(`${purpose}|${id}`).digest("base64url");
}

export function createInvitationToken({ LINK_SECRET }: LinkSettings, invitationId: string): string {
  return createLinkToken(getMakingSecret(LINK_SECRET), "invitation", invitationId);
}

/** @param tokenHash of the token that was made first */
export function createInvitationUrl(
  settings: LinkSettings,
  { _id, tokenHash }: { _id: string; tokenHash: string },
): string {
  const tokens = settings.LINK_SECRET.map((secret) => createLinkToken(secret, "invitation", _id));
  const token = tokens.find((made) => hashToken(made) === tokenHash) ?? createInvitationToken(settings, _id);
  return `${settings.APP_URL}/invitation/${token}`;
}
