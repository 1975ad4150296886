import { quote, Refusal } from "@tenant-ops/kit/errors";
import type { RevokedReason } from "@tenant-ops/rest/console";

/** An agent that a person has given access to one business. Its id is the key id of its calls. */
export interface Connection {
  _id: string;
  businessId: string;
  personId: string;
  client: ConnectedClient;
  /** What the person allowed. A call can use only those of these scopes that the role of the person has at that time. */
  scopes: string[];
  /** What the client asked for and the person did not allow. Tools for it are not listed. */
  refusedScopes: string[];
  /** Its writes need the proposal_token of their preview, whatever the business says. */
  requireProposal: boolean;
  /** Whether it works in the sandbox of the business. */
  isSandbox: boolean;
  /** The resource that its token requests may name (RFC 8707); "" when the client named none. */
  resource: string;
  refresh: RefreshState;
  createdAt: Date;
  lastUsedAt: Date | null;
  calls: number;
  /** False after the revocation. Beside `revokedAt`, because an index serves an equality. */
  isActive: boolean;
  revokedAt: Date | null;
  revokedReason: RevokedReason | null;
  /** When its refresh token expires; extended by every refresh. */
  expiresAt: Date;
}

/** The client as it was when the person allowed it. */
export interface ConnectedClient {
  id: string;
  name: string;
  /** The host of its id; null for a client that registered itself. */
  host: string | null;
  /** Where the browser was sent with the code. */
  redirectHost: string;
}

/** The refresh token that is valid now. The token is not stored. */
export interface RefreshState {
  /** Counted from 1. */
  generation: number;
  /** Random, so that no token can be computed from the secret of the service alone. */
  salt: string;
  /** SHA-256 of the token. */
  hash: string;
  /** When it replaced the previous one. */
  rotatedAt: Date;
}

/** A code that a client exchanges for tokens. */
export interface AuthorizationCode {
  /** SHA-256 of the code. */
  _id: string;
  /** Id of the connection that the code makes. */
  connectionId: string;
  businessId: string;
  personId: string;
  client: ConnectedClient;
  redirectUri: string;
  /** S256 challenge of PKCE. */
  challenge: string;
  resource: string;
  scopes: string[];
  refusedScopes: string[];
  requireProposal: boolean;
  isSandbox: boolean;
  usedAt: Date | null;
  /** Whether it was sent again after its use. */
  isReplayed: boolean;
  expiresAt: Date;
}

/** A checked authorization request of a client. */
export interface AuthorizationRequest {
  client: ConnectedClient;
  redirectUri: string;
  state: string | null;
  challenge: string;
  resource: string;
  scopes: string[];
}

/** @throws Refusal connection_not_found */
export function requireConnection(found: Connection | null, connectionId: string): Connection {
  if (!found) throw new Refusal("connection_not_found", `There is no connection ${quote(connectionId)}.`);
  return found;
}
