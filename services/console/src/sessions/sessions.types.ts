/** One browser in which a person is signed in. */
export interface Session {
  _id: string;
  /** SHA-256 of the token in the cookie. The token is not stored. */
  tokenHash: string;
  personId: string;
  createdAt: Date;
  lastUsedAt: Date;
  /** Moves with every use, at most until seven days after `createdAt`. */
  expiresAt: Date;
  /** When the person last proved who they are. */
  provenAt: Date;
  userAgent: string;
  address: string;
}
