/** One browser in which a person is signed in. */
export interface Session {
  _id: string;
  /** SHA-256 of the token in the cookie. The token is not stored. */
  tokenHash: string;
  personId: string;
  /** How the person proved who they are at the beginning. */
  startedBy: "link" | "passkey" | "identityProvider";
  createdAt: Date;
  lastUsedAt: Date;
  /** Extended by every use, at most until seven days after `createdAt`. */
  expiresAt: Date;
  /** When the person last proved who they are. */
  provenAt: Date;
  userAgent: string;
  address: string;
}
