/** A program that asks for access in the name of a person: claude.ai, Cursor, an agent of one's own. */
export interface OauthClient {
  id: string;
  /** The name that the client gives itself, which proves nothing. */
  name: string;
  /** The host that its id names, which has published its redirect URIs; null for a client that registered itself. */
  host: string | null;
  redirectUris: readonly string[];
}

/** A client that registered itself (RFC 7591). It has no secret. */
export interface RegisteredClient {
  _id: string;
  name: string;
  redirectUris: string[];
  createdAt: Date;
  /** When a person last gave it access, or it last asked for a token; null before. */
  lastUsedAt: Date | null;
  /** Extended by every use. */
  expiresAt: Date;
}
