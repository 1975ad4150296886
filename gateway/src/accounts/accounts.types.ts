import type { RateOverrides } from "../tenant/tenant.js";

/** What the gateway needs of a business. */
export interface Business {
  id: string;
  country: string;
  currency: string;
  timeZone: string;
  /** Writes need the proposal_token of their preview. */
  requireProposal: boolean;
  rates: RateOverrides;
  /** While false, keys and people of the business are refused. */
  active: boolean;
}

/** A business with its sandbox, if the caller works in it. */
export interface Account {
  business: Business;
  sandboxId?: string;
}

/** What the gateway needs of a key. */
export interface Key {
  id: string;
  scopes: readonly string[];
  /** Addresses or networks that may use the key; an empty list means all. */
  allowedAddresses: readonly string[];
  /** Writes need the proposal_token of their preview, also when the business does not require it. */
  requireProposal: boolean;
  /** Writes need no proposal_token, although the business requires it. */
  isFreeOfProposals: boolean;
  /** The toolsets of requests that name none, such as `operations`. */
  toolsets: readonly string[];
  rates: RateOverrides;
  expiresAt: Date | undefined;
  isRevoked: boolean;
}

/** A key, also one that may not be used, with its business. */
export interface FoundKey extends Account {
  key: Key;
}

/** One changed key; without `keyId`, a changed business and all of its keys. */
export interface CredentialChange {
  businessId: string;
  keyId?: string | undefined;
}
