/** A key pair of which an authenticator of the person holds the private key. */
export interface Passkey {
  _id: string;
  /** The id that the authenticator has chosen, in base64url. */
  credentialId: string;
  /** COSE key in base64url. */
  publicKey: string;
  /** Grows with every use of an authenticator that counts; 0 for others. */
  counter: number;
  transports: string[];
  /** Whether the authenticator copies it to other devices of the person. */
  isSynced: boolean;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}
