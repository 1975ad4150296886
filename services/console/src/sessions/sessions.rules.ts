import { Refusal } from "@tenant-ops/kit/errors";

/** One browser in which a person is signed in. */
export interface Session {
  _id: string;
  /** SHA-256 of the token in the cookie. The token is not stored. */
  tokenHash: string;
  personId: string;
  /** How the person proved who they are at the beginning. */
  startedBy: "link" | "passkey" | "identityProvider";
  /**
   * Begun with a link, or with a passkey that was added in such a session: whoever made the link may have used it, so this session proves the person to
   * one business only.
   */
  isFromLink?: boolean;
  createdAt: Date;
  lastUsedAt: Date;
  /** Extended by every use, at most until seven days after `createdAt`. */
  expiresAt: Date;
  /** When the person last proved who they are; 1970 when it is not known. */
  provenAt: Date;
  userAgent: string;
  address: string;
}

const minuteMs = 60_000;
const idleMs = 12 * 60 * minuteMs;
const lifetimeMs = 7 * 24 * 60 * minuteMs;

/** When a session ends without a further use: twelve hours from now, and at the latest seven days after its beginning. */
export function computeExpiry({ createdAt }: Pick<Session, "createdAt">, now: Date): Date {
  return new Date(Math.min(now.getTime() + idleMs, createdAt.getTime() + lifetimeMs));
}

export const createSessionEnded = (): Refusal =>
  new Refusal("unauthorized", "You are not signed in, or your session has ended. Sign in again.");
