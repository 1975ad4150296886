import type { OpenUse } from "../limits/usage.rules.js";

/** A code that was sent to a phone and not entered yet. */
export interface PendingCode {
  /** In E.164, such as +525512345678. */
  phone: string;
  /** HMAC of the code; the key is in no database. */
  hash: string;
  attemptsLeft: number;
  /** What it gives back when it is entered. */
  openUses: OpenUse[];
  sentAt: Date;
  expiresAt: Date;
}

/** What a visitor has proved before the form. */
export type Proof =
  | { method: "whatsapp"; phone: string; at: Date }
  /** `email` only when the provider says that it is verified. */
  | { method: "identity_provider"; issuer: string; subject: string; email?: string; at: Date };

/** The sign-in of one browser for one flow. */
export interface SignIn {
  /** Hash of the cookie and the flow, so that a cookie is invalid for another flow. */
  _id: string;
  flowId: string;
  code?: PendingCode;
  /** A visit to the identity provider that has begun. */
  provider?: { stateHash: string; expiresAt: Date };
  proof?: Proof;
  /** When a registration used the proof, which is valid for one registration. */
  usedAt?: Date;
  /** When MongoDB deletes it. */
  expiresAt: Date;
}
